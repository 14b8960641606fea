import { parseCitations, type Citation } from './cite.ts'
import { checkBraces, checkFigures, checkLinkWords, checkPlain, linkWords } from './check-text.ts'
import { chooseReading, printFact, printNumber, soleReading, type LedgerFact } from './facts.ts'
import { completeLink } from './links.ts'
import { escapeMarkdown, parseMarkdown } from './markdown.ts'
import { findNearest, listNames } from './nearest-name.ts'
import type { ContactLink, PictureFile } from './page-data.ts'
import { sizeCopies, type PublicPictures } from './pictures.ts'
import { problemAt, type Place, type Problem } from './problem.ts'
import type { Schema } from './schema-walk.ts'

/** What every text of a site may cite. */
export type TextContext = {
  facts: Map<string, LedgerFact>
  /** Names in files that could not be read. */
  unread: Set<string>
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
  links: { href: string; written: string; place: Place }[]
  anchors: { name: string; place: Place }[]
  mainHeadings: Place[]
  /** Which reading of which fact is printed where. */
  citations: { fact: string; reading: string; place: Place }[]
  pictures: PictureFile[]
  /** Everything that says of itself that it is not real yet. */
  placeholders: { what: string; place: Place }[]
  /** What the blocks say, without what is cited: for comparing pages. */
  words: string[]
}

export const newFindings = (): Findings => ({
  problems: [],
  links: [],
  anchors: [],
  mainHeadings: [],
  citations: [],
  pictures: [],
  placeholders: [],
  words: [],
})

/**
 * Resolves one formatted string: prints its facts, parses its Markdown, completes its link.
 * @param place whose path goes on changing afterwards, so that what is kept of it is a copy.
 */
export function resolveString(
  format: string,
  value: string,
  place: Place,
  schema: Schema,
  context: TextContext,
  findings: Findings,
): unknown {
  if (schema.h1) findings.mainHeadings.push(keep(place))
  switch (format) {
    case 'text':
      // Most texts hold nothing that would have to be spoken of.
      if (!remarkable.test(value)) return noteWords(value, place, findings)
      checkPlain(value, place, findings.problems)
      return printText(value, place, schema, context, findings, (text) => text)
    case 'markdown':
      for (const [needle, words] of value.matchAll(linkWords))
        checkLinkWords(words!, needle, place, findings.problems)
      return parseMarkdown(printText(value, place, schema, context, findings, escapeMarkdown), {
        headings: schema.headings === true,
        link: (href) => resolveLink(href, place, context, findings),
        onIssue: ({ found, needle }) =>
          findings.problems.push(
            problemAt(place, 'BAD_MARKDOWN', `This text holds ${found}.`, { found, needle }),
          ),
      })
    case 'link':
      return resolveLink(value, place, context, findings)
    case 'fact':
      return resolveFact(value, place, context, findings)
    case 'picture':
      return resolvePicture(value, place, schema, context, findings)
    case 'anchor':
      findings.anchors.push({ name: value, place: keep(place) })
      return value
    default:
      return value
  }
}

const keep = ({ source, path }: Place): Place => ({ source, path: [...path] })

function resolveLink(
  href: string,
  place: Place,
  { contact }: TextContext,
  findings: Findings,
): string {
  const complete = completeLink(href, contact)
  findings.links.push({ href: complete, written: href, place: keep(place) })
  return complete
}

function resolveFact(
  value: string,
  place: Place,
  context: TextContext,
  findings: Findings,
): unknown {
  const [part] = parseCitations(`\${${value}}`)
  if (typeof part !== 'object' || 'bad' in part || part.form) {
    const details = {
      expected: 'the name of a fact, or name.reading',
      found: value,
      mend: 'Write the bare name, without ${ }.',
    }
    findings.problems.push(
      problemAt(place, 'BAD_CITATION', `"${value}" is not the name of a fact.`, details),
    )
    return undefined
  }
  const found = lookUp(part, place, context, findings)
  return found && printFact(found.fact, found.reading, context.language)
}

function resolvePicture(
  src: string,
  place: Place,
  { shownAt = 0 }: Schema,
  { pictures: { files, infos } }: TextContext,
  findings: Findings,
): PictureFile | undefined {
  // What is no such path has been reported as that.
  if (!src.startsWith('/')) return undefined
  const info = infos.get(src)
  if (!files.has(src)) {
    const details = { found: src, suggestion: findNearest(src, files) }
    findings.problems.push(
      problemAt(place, 'PICTURE_MISSING', `There is no file public${src}.`, details),
    )
  } else if (!info) {
    findings.problems.push(
      problemAt(place, 'PICTURE_BROKEN', `public${src} cannot be read as a picture.`, {
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
      problemAt(place, 'PICTURE_SMALL', `public${src} is too small for its place.`, details),
    )
  }
  if (!info) return undefined
  const picture = sizeCopies(src, info, shownAt)
  findings.pictures.push(picture)
  return picture
}

function printText(
  text: string,
  place: Place,
  schema: Schema,
  context: TextContext,
  findings: Findings,
  escape: (t: string) => string,
): string {
  checkFigures(text, place, findings.problems)
  // Nearly every text: there is nothing to be put together.
  if (!text.includes('${')) return checkWritten(text, place, schema, context, findings)
  return parseCitations(text)
    .map((part, index) => {
      if (typeof part === 'string') {
        checkWritten(part, place, schema, context, findings)
        // "1890." at the beginning of a text would be a list to Markdown; behind a citation it never is one.
        return index > 0 && /^[.)]/.test(part) ? escape(part[0]!) + part.slice(1) : part
      }
      if ('bad' in part) {
        findings.problems.push(
          problemAt(place, 'BAD_CITATION', `"${part.bad}" is not a citation.`, {
            found: part.bad,
            needle: part.bad,
          }),
        )
        return part.bad
      }
      if (part.name === 'site' || part.name === 'page')
        return escape(printSetting(part, place, context, findings))
      const found = lookUp(part, place, context, findings)
      if (!found) return ''
      const { fact, reading } = found
      return escape(
        part.form === 'number'
          ? printNumber(reading, context.language)
          : printFact(fact, reading, context.language).text,
      )
    })
    .join('')
}

/** The address of a link in Markdown, with the bracket before it. */
export const linkAddress = /\]\([^)]*\)/g

/** A text or a part of it that cites nothing. */
function checkWritten(
  text: string,
  place: Place,
  schema: Schema,
  context: TextContext,
  findings: Findings,
): string {
  checkBraces(text, place, schema, context.facts, findings.problems)
  noteWords(text.includes('](') ? text.replace(linkAddress, ']') : text, place, findings)
  return text
}

/** What a text must hold for anything to be found in it: citations, figures, Markdown, brackets. */
const remarkable = /[\d*\]{(]/

function noteWords(words: string, { path }: Place, findings: Findings): string {
  if (words !== '' && path[2] === 'blocks') findings.words.push(words)
  return words
}

function printSetting(
  { name, reading }: Citation,
  place: Place,
  { settings }: TextContext,
  findings: Findings,
): string {
  const key = `${name}.${reading ?? ''}`
  const value = settings.get(key)
  if (value !== undefined) return value
  const details = {
    expected: listNames(settings.keys()),
    found: key,
    suggestion: findNearest(key, settings.keys()),
    needle: key,
  }
  findings.problems.push(
    problemAt(place, 'UNKNOWN_FACT', `"${key}" is not a setting that can be cited.`, details),
  )
  return ''
}

function lookUp(
  { name, reading }: Citation,
  place: Place,
  { facts, readings, unread }: TextContext,
  findings: Findings,
) {
  const fact = facts.get(name)
  if (!fact && unread.has(name)) return undefined
  if (!fact) {
    const suggestion = findNearest(name, facts.keys())
    const details = {
      expected: 'the name of a fact in the ledger',
      found: name,
      suggestion,
      needle: name,
    }
    findings.problems.push(problemAt(place, 'UNKNOWN_FACT', `"${name}" is not a fact.`, details))
    return undefined
  }
  if (reading !== undefined && !fact.readings.has(reading)) {
    findings.problems.push(unknownReading(fact, reading, place))
    return undefined
  }
  const chosen = chooseReading(fact, reading, readings.get(name))
  const value = chosen === undefined ? undefined : fact.readings.get(chosen)
  if (chosen === undefined || value === undefined) return undefined
  findings.citations.push({ fact: name, reading: chosen, place: keep(place) })
  return { fact, reading: value }
}

/** What is noticed of a group of properties, and not of one of them alone. */
export function noteGroup(group: Record<string, unknown>, place: Place, findings: Findings): void {
  notePlaceholder(group, place, findings)
  noteLinkWords(group, place, findings)
}

/** Remembers a group that says of itself that it is a placeholder. */
function notePlaceholder(
  group: Record<string, unknown>,
  place: Place,
  { placeholders }: Findings,
): void {
  if (group.placeholder !== true) return
  const name = [group.heading, group.title, group.name, group.quote, group.text, group.alt].find(
    (text) => typeof text === 'string',
  )
  placeholders.push({
    what: name === undefined ? String(place.path.at(-1)) : String(name),
    place: { ...place, path: [...place.path, 'placeholder'] },
  })
}

/** Checks the words of a group that is a link: a label beside an address. */
function noteLinkWords(
  { label, href }: Record<string, unknown>,
  place: Place,
  findings: Findings,
): void {
  if (typeof label === 'string' && typeof href === 'string')
    checkLinkWords(label, label, { ...place, path: [...place.path, 'label'] }, findings.problems)
}

/** The problem of naming a reading that a fact does not have. */
export function unknownReading(fact: LedgerFact, reading: string, place: Place): Problem {
  const names = [...fact.readings.keys()].filter((name) => name !== soleReading)
  const details = {
    expected: names.length > 0 ? listNames(names) : `${fact.name} alone`,
    found: reading,
    suggestion: findNearest(reading, names),
    needle: `${fact.name}.${reading}`,
  }
  return problemAt(
    place,
    'UNKNOWN_READING',
    `The fact "${fact.name}" has no reading "${reading}".`,
    details,
  )
}
