import { parseCitations, type Citation } from './parse-citations.ts'
import {
  checkCitationBraces,
  checkUncitedFigures,
  checkLinkText,
  checkForMarkdown,
  linkTextPattern,
} from './check-text.ts'
import {
  chooseReading,
  formatReading,
  formatReadingNumber,
  soleReadingName,
  type LedgerFact,
} from './facts.ts'
import { completeLink } from './parse-link.ts'
import { escapeMarkdown, parseMarkdown } from './markdown.ts'
import { findNearestName, formatNameList } from '../validate/nearest-name.ts'
import type { ContactLink, PictureFile } from '../page-data.ts'
import { planPictureCopies, type PublicPictures } from '../source/pictures.ts'
import { problemAt, type SourceLocation, type Problem } from '../problems/problem.ts'
import type { Schema } from '../validate/walk-schema.ts'

/** What every text of a site may cite. */
export type TextContext = {
  facts: Map<string, LedgerFact>
  /** Names in files that could not be read. */
  possiblyDefined: Set<string>
  language: string
  contact: { phone?: ContactLink; email?: ContactLink }
  /** `site.name`, `site.phone`, `site.email`, and on a page `page.label`. */
  settings: Map<string, string>
  pictures: PublicPictures
  /** The page's own readings: fact → reading. */
  readings: Map<string, string>
}

/** What is noticed while the texts of one page (or of the shell) are resolved. */
export type Findings = {
  problems: Problem[]
  /** `written` is the address as the author wrote it. */
  links: { href: string; written: string; location: SourceLocation }[]
  anchors: { name: string; location: SourceLocation }[]
  mainHeadings: SourceLocation[]
  /** Which reading of which fact is printed where. */
  citations: { fact: string; reading: string; location: SourceLocation }[]
  pictures: PictureFile[]
  /** Everything that says of itself that it is not real yet. */
  placeholders: { label: string; location: SourceLocation }[]
  /** What the blocks say, without what is cited: for comparing pages. */
  texts: string[]
}

export const createFindings = (): Findings => ({
  problems: [],
  links: [],
  anchors: [],
  mainHeadings: [],
  citations: [],
  pictures: [],
  placeholders: [],
  texts: [],
})

/**
 * Resolves one formatted string: prints its facts, parses its Markdown, completes its link.
 * @param place whose path goes on changing afterwards, so that what is kept of it is a copy.
 */
export function resolveString(
  format: string,
  value: string,
  location: SourceLocation,
  schema: Schema,
  context: TextContext,
  findings: Findings,
): unknown {
  if (schema.h1) findings.mainHeadings.push(copyLocation(location))
  switch (format) {
    case 'text':
      // Most texts hold nothing that would have to be spoken of.
      if (!specialCharacterPattern.test(value)) return recordText(value, location, findings)
      checkForMarkdown(value, location, findings.problems)
      return expandCitations(value, location, schema, context, findings, (text) => text)
    case 'markdown':
      for (const [needle, words] of value.matchAll(linkTextPattern))
        checkLinkText(words!, needle, location, findings.problems)
      return parseMarkdown(
        expandCitations(value, location, schema, context, findings, escapeMarkdown),
        {
          headings: schema.headings === true,
          link: (href) => resolveLink(href, location, context, findings),
          onIssue: ({ found, needle }) =>
            findings.problems.push(
              problemAt(location, 'BAD_MARKDOWN', `This text holds ${found}.`, { found, needle }),
            ),
        },
      )
    case 'link':
      return resolveLink(value, location, context, findings)
    case 'fact':
      return resolveFact(value, location, context, findings)
    case 'picture':
      return resolvePicture(value, location, schema, context, findings)
    case 'anchor':
      findings.anchors.push({ name: value, location: copyLocation(location) })
      return value
    default:
      return value
  }
}

const copyLocation = ({ source, path }: SourceLocation): SourceLocation => ({
  source,
  path: [...path],
})

function resolveLink(
  href: string,
  location: SourceLocation,
  { contact }: TextContext,
  findings: Findings,
): string {
  const complete = completeLink(href, contact)
  findings.links.push({ href: complete, written: href, location: copyLocation(location) })
  return complete
}

function resolveFact(
  value: string,
  location: SourceLocation,
  context: TextContext,
  findings: Findings,
): unknown {
  const [part] = parseCitations(`\${${value}}`)
  if (typeof part !== 'object' || 'invalid' in part || part.format) {
    const details = {
      expected: 'the name of a fact, or name.reading',
      found: value,
      fix: 'Write the bare name, without ${ }.',
    }
    findings.problems.push(
      problemAt(location, 'BAD_CITATION', `"${value}" is not the name of a fact.`, details),
    )
    return undefined
  }
  const found = resolveCitation(part, location, context, findings)
  return found && formatReading(found.fact, found.reading, context.language)
}

function resolvePicture(
  src: string,
  location: SourceLocation,
  { shownAt = 0 }: Schema,
  { pictures: { files, infos } }: TextContext,
  findings: Findings,
): PictureFile | undefined {
  // What is no such path has been reported as that.
  if (!src.startsWith('/')) return undefined
  const info = infos.get(src)
  if (!files.has(src)) {
    const details = { found: src, suggestion: findNearestName(src, files) }
    findings.problems.push(
      problemAt(location, 'PICTURE_MISSING', `There is no file public${src}.`, details),
    )
  } else if (!info) {
    findings.problems.push(
      problemAt(location, 'PICTURE_BROKEN', `public${src} cannot be read as a picture.`, {
        expected: 'JPEG, PNG, WebP, AVIF, GIF or SVG',
        found: src,
      }),
    )
  } else if (info.hash !== undefined && info.width < shownAt) {
    const details = {
      expected: `at least ${shownAt} pixels, better ${2 * shownAt}`,
      found: `${info.width} pixels`,
    }
    findings.problems.push(
      problemAt(location, 'PICTURE_SMALL', `public${src} is too small for its place.`, details),
    )
  }
  if (!info) return undefined
  const picture = planPictureCopies(src, info, shownAt)
  findings.pictures.push(picture)
  return picture
}

function expandCitations(
  text: string,
  location: SourceLocation,
  schema: Schema,
  context: TextContext,
  findings: Findings,
  escapeText: (text: string) => string,
): string {
  checkUncitedFigures(text, location, findings.problems)
  // Nearly every text: there is nothing to be put together.
  if (!text.includes('${')) return checkLiteralText(text, location, schema, context, findings)
  return parseCitations(text)
    .map((part, index) => {
      if (typeof part === 'string') {
        checkLiteralText(part, location, schema, context, findings)
        // "1890." at the beginning of a text would be a list to Markdown; behind a citation it never is one.
        return index > 0 && /^[.)]/.test(part) ? escapeText(part[0]!) + part.slice(1) : part
      }
      if ('invalid' in part) {
        findings.problems.push(
          problemAt(location, 'BAD_CITATION', `"${part.invalid}" is not a citation.`, {
            found: part.invalid,
            needle: part.invalid,
          }),
        )
        return part.invalid
      }
      if (part.name === 'site' || part.name === 'page')
        return escapeText(resolveSettingCitation(part, location, context, findings))
      const found = resolveCitation(part, location, context, findings)
      if (!found) return ''
      const { fact, reading } = found
      return escapeText(
        part.format === 'number'
          ? formatReadingNumber(reading, context.language)
          : formatReading(fact, reading, context.language).text,
      )
    })
    .join('')
}

/** The address of a link in Markdown, with the bracket before it. */
export const linkDestinationPattern = /\]\([^)]*\)/g

/** A text or a part of it that cites nothing. */
function checkLiteralText(
  text: string,
  location: SourceLocation,
  schema: Schema,
  context: TextContext,
  findings: Findings,
): string {
  checkCitationBraces(text, location, schema, context.facts, findings.problems)
  recordText(
    text.includes('](') ? text.replace(linkDestinationPattern, ']') : text,
    location,
    findings,
  )
  return text
}

/** What a text must hold for anything to be found in it: citations, figures, Markdown, brackets. */
const specialCharacterPattern = /[\d*\]{(]/

function recordText(words: string, { path }: SourceLocation, findings: Findings): string {
  if (words !== '' && path[2] === 'blocks') findings.texts.push(words)
  return words
}

function resolveSettingCitation(
  { name, reading }: Citation,
  location: SourceLocation,
  { settings }: TextContext,
  findings: Findings,
): string {
  const key = `${name}.${reading ?? ''}`
  const value = settings.get(key)
  if (value !== undefined) return value
  const details = {
    expected: formatNameList(settings.keys()),
    found: key,
    suggestion: findNearestName(key, settings.keys()),
    needle: key,
  }
  findings.problems.push(
    problemAt(location, 'UNKNOWN_FACT', `"${key}" is not a setting that can be cited.`, details),
  )
  return ''
}

function resolveCitation(
  { name, reading }: Citation,
  location: SourceLocation,
  { facts, readings, possiblyDefined }: TextContext,
  findings: Findings,
) {
  const fact = facts.get(name)
  if (!fact && possiblyDefined.has(name)) return undefined
  if (!fact) {
    const suggestion = findNearestName(name, facts.keys())
    const details = {
      expected: 'the name of a fact in the ledger',
      found: name,
      suggestion,
      needle: name,
    }
    findings.problems.push(problemAt(location, 'UNKNOWN_FACT', `"${name}" is not a fact.`, details))
    return undefined
  }
  if (reading !== undefined && !fact.readings.has(reading)) {
    findings.problems.push(describeUnknownReading(fact, reading, location))
    return undefined
  }
  const chosen = chooseReading(fact, reading, readings.get(name))
  const value = chosen === undefined ? undefined : fact.readings.get(chosen)
  if (chosen === undefined || value === undefined) return undefined
  findings.citations.push({ fact: name, reading: chosen, location: copyLocation(location) })
  return { fact, reading: value }
}

/** What is noticed of a group of properties, and not of one of them alone. */
export function inspectGroup(
  group: Record<string, unknown>,
  location: SourceLocation,
  findings: Findings,
): void {
  recordPlaceholder(group, location, findings)
  checkLinkLabel(group, location, findings)
}

/** Remembers a group that says of itself that it is a placeholder. */
function recordPlaceholder(
  group: Record<string, unknown>,
  location: SourceLocation,
  { placeholders }: Findings,
): void {
  if (group.placeholder !== true) return
  const name = [group.heading, group.title, group.name, group.quote, group.text, group.alt].find(
    (text) => typeof text === 'string',
  )
  placeholders.push({
    label: name === undefined ? String(location.path.at(-1)) : String(name),
    location: { ...location, path: [...location.path, 'placeholder'] },
  })
}

/** Checks the words of a group that is a link: a label beside an address. */
function checkLinkLabel(
  { label, href }: Record<string, unknown>,
  location: SourceLocation,
  findings: Findings,
): void {
  if (typeof label === 'string' && typeof href === 'string')
    checkLinkText(
      label,
      label,
      { ...location, path: [...location.path, 'label'] },
      findings.problems,
    )
}

/** The problem of naming a reading that a fact does not have. */
export function describeUnknownReading(
  fact: LedgerFact,
  reading: string,
  location: SourceLocation,
): Problem {
  const names = [...fact.readings.keys()].filter((name) => name !== soleReadingName)
  const details = {
    expected: names.length > 0 ? formatNameList(names) : `${fact.name} alone`,
    found: reading,
    suggestion: findNearestName(reading, names),
    needle: `${fact.name}.${reading}`,
  }
  return problemAt(
    location,
    'UNKNOWN_READING',
    `The fact "${fact.name}" has no reading "${reading}".`,
    details,
  )
}
