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
import { problemAt } from '../problems/problem.ts'
import type { Schema } from '../validate/walk-schema.ts'
import type { SourceLocation } from '../source/types.ts'
import type { Problem } from '../problems/types.ts'

/** The context in which texts are resolved. */
export type TextContext = {
  facts: Map<string, LedgerFact>
  /** Names that an invalid file or entry may define. */
  possiblyDefined: Set<string>
  language: string
  contact: { phone?: ContactLink; email?: ContactLink }
  /** `site.name`, `site.phone`, `site.email`, and on a page `page.label`. */
  settings: Map<string, string>
  pictures: PublicPictures
  /** The readings that the page selects, by fact. */
  readings: Map<string, string>
}

/** Problems and references found while resolving the texts of one page or of the shell. */
export type Findings = {
  problems: Problem[]
  /** `written` is the link as in the source, before completion. */
  links: { href: string; written: string; location: SourceLocation }[]
  anchors: { name: string; location: SourceLocation }[]
  mainHeadings: SourceLocation[]
  /** Each citation with its location and the chosen reading. */
  citations: { fact: string; reading: string; location: SourceLocation }[]
  pictures: PictureFile[]
  /** Content marked with `placeholder: true`. */
  placeholders: { label: string; location: SourceLocation }[]
  /** The texts of the blocks without citations, for comparing pages. */
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
 * Resolves a string by its format: replaces citations, parses Markdown, completes links.
 * @param location its path is mutated by the walker afterwards, so copy it to keep it
 * @returns the replacement, whose type depends on the format
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
      // Fast path for most texts.
      if (!specialCharacterPattern.test(value)) return recordText(value, location, findings)
      checkForMarkdown(value, location, findings.problems)
      return expandCitations(value, location, schema, context, findings, (text) => text)
    case 'markdown':
      for (const [needle, text] of value.matchAll(linkTextPattern))
        checkLinkText(text!, needle, location, findings.problems)
      return parseMarkdown(
        expandCitations(value, location, schema, context, findings, escapeMarkdown),
        {
          headings: schema.headings === true,
          link: (href) => resolveLink(href, location, context, findings),
          onIssue: ({ found, needle, fix }) =>
            findings.problems.push(
              problemAt(
                location,
                'INVALID_MARKDOWN',
                `This text contains ${found}, which is not supported here.`,
                { found, needle, ...(fix !== undefined && { fix }) },
              ),
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
      fix: 'Write only the name, without ${ }.',
    }
    findings.problems.push(
      problemAt(location, 'INVALID_CITATION', `"${value}" is not the name of a fact.`, details),
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
  // Validation reports other values.
  if (!src.startsWith('/')) return undefined
  const info = infos.get(src)
  if (!files.has(src)) {
    const details = { found: src, suggestion: findNearestName(src, files) }
    findings.problems.push(
      problemAt(location, 'PICTURE_NOT_FOUND', `The file public${src} does not exist.`, details),
    )
  } else if (!info) {
    findings.problems.push(
      problemAt(location, 'INVALID_PICTURE', `public${src} is not a valid picture.`, {
        expected: 'JPEG, PNG, WebP, AVIF, GIF or SVG',
        found: src,
      }),
    )
  } else if (info.hash !== undefined && info.width < shownAt) {
    const details = {
      expected: `at least ${shownAt} pixels wide, ideally ${2 * shownAt}`,
      found: `${info.width} pixels wide`,
    }
    findings.problems.push(
      problemAt(
        location,
        'PICTURE_TOO_SMALL',
        `public${src} is smaller than it is displayed.`,
        details,
      ),
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
  // Fast path for most texts.
  if (!text.includes('${')) return checkLiteralText(text, location, schema, context, findings)
  return parseCitations(text)
    .map((part, index) => {
      if (typeof part === 'string') {
        checkLiteralText(part, location, schema, context, findings)
        // Escape the dot of "${year}." at the start of a text, which Markdown would parse as a
        // list.
        return index > 0 && /^[.)]/.test(part) ? escapeText(part[0]!) + part.slice(1) : part
      }
      if ('invalid' in part) {
        findings.problems.push(
          problemAt(location, 'INVALID_CITATION', `"${part.invalid}" is not a valid citation.`, {
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

/** Matches the URL of each Markdown link, with the bracket before it. */
export const linkDestinationPattern = /\]\([^)]*\)/g

/** Checks and records a text, or a part of one, without citations. */
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

/** Only texts with such a character can have citations, figures, Markdown or variables. */
const specialCharacterPattern = /[\d*\]{(]/

function recordText(text: string, { path }: SourceLocation, findings: Findings): string {
  if (text !== '' && path[2] === 'blocks') findings.texts.push(text)
  return text
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
    problemAt(location, 'UNKNOWN_FACT', `"${key}" is not a setting that you can cite.`, details),
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
    findings.problems.push(
      problemAt(location, 'UNKNOWN_FACT', `There is no fact "${name}".`, details),
    )
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

/** Records findings that concern a whole object. */
export function inspectGroup(
  group: Record<string, unknown>,
  location: SourceLocation,
  findings: Findings,
): void {
  recordPlaceholder(group, location, findings)
  checkLinkLabel(group, location, findings)
}

/** Records objects with `placeholder: true`. */
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

/** Checks the label of an object that is a link. */
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

/** Creates the problem of a reading that the fact does not have. */
export function describeUnknownReading(
  fact: LedgerFact,
  reading: string,
  location: SourceLocation,
): Problem {
  const names = [...fact.readings.keys()].filter((name) => name !== soleReadingName)
  const details = {
    expected: names.length > 0 ? formatNameList(names) : `${fact.name} without a reading`,
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
