import type { PictureFile, RichText } from '../page-data.ts'
import { isTooLarge, planPictureCopies } from '../source/pictures.ts'
import type { SourceLocation } from '../problems/location.ts'
import type { Schema } from '../validate/json-schema.ts'
import { suggestName } from '../validate/nearest-name.ts'
import { walkSchema, type SchemaVisitor } from '../validate/walk-schema.ts'
import { escapeMarkdown, parseMarkdown, type MarkdownIssue } from './markdown.ts'
import { formatReading } from '../facts/facts.ts'
import { decodePath } from './alias-address.ts'
import { completeContactLink } from './text/contact-links.ts'
import { checkContactLink } from './text/check-contacts.ts'
import { findUnfinishedText } from './text/check-writing.ts'
import {
  copyLocation,
  createFindings,
  reportAt,
  type Findings,
  type TextContext,
  type TextPlace,
} from './text/findings.ts'
import {
  expandCitations,
  recordText,
  formatNamedFact,
  resolveFactTable,
} from './text/resolve-citations.ts'
import { checkForGarbledText } from './text/garbled-text.ts'
import { lintText } from './text/text-lints.ts'
import { toVisibleText } from './text/visible-text.ts'
import { findHoursSentences } from '../times/stated-hours.ts'

/**
 * A text without any of these characters has no citations, figures, contacts, markup or variables.
 */
const specialCharacterPattern = /[\d*\]{($&<@~]/

/**
 * Resolves a string by its format: replaces citations, parses Markdown, completes links.
 * @param at the walker mutates its path later, so copy it to keep it
 * @returns the replacement, whose type depends on the format
 */
export function resolveString(format: string, value: string, at: TextPlace): unknown {
  const { schema, context, findings } = at
  const citationCount = findings.citations.length
  const resolved = resolveFormat(format, value, at)
  // What a customer said is not the site's to reword.
  if (findings.printed && printedFormats.has(format) && !schema.quoted)
    findings.printed.push({
      text: toVisibleText(resolved),
      evidenced: listEvidenced(findings.citations.slice(citationCount), context),
      location: copyLocation(at),
    })
  return resolved
}

/** Resolves the strings in a value of a definition, and what the other callbacks replace. */
export const resolveStrings = (
  schema: Schema,
  definition: string,
  value: unknown,
  { source, path: start }: SourceLocation,
  { context, findings, ...visit }: StringVisitor,
): unknown =>
  walkSchema(schema, definition, value, start, {
    ...visit,
    string: (format, text, path, rule) =>
      resolveString(format, text, { source, path, schema: rule, context, findings }),
  })

type StringVisitor = Pick<TextPlace, 'context' | 'findings'> & Omit<SchemaVisitor, 'string'>

/** Resolves a text whose findings are reported elsewhere, where its page or section is resolved. */
export const resolvePlainText = (
  value: string,
  location: SourceLocation,
  context: TextContext,
): string =>
  String(
    resolveString('text', value, { ...location, schema: {}, context, findings: createFindings() }),
  )

/** Lists what the citations of a text print, for facts that have evidence. */
const listEvidenced = (
  citations: Findings['citations'],
  { facts, language }: TextContext,
): string[] =>
  citations.flatMap(({ fact: name, reading }) => {
    const fact = facts.get(name)
    const value = fact?.readings.get(reading)
    return fact && value?.evidence ? [formatReading(fact, value, language).text] : []
  })

/** The formats whose values visitors read. */
const printedFormats = new Set(['text', 'markdown', 'fact'])

function resolveFormat(format: string, value: string, at: TextPlace): unknown {
  const { schema, findings, context } = at
  const { language } = context
  if (schema.h1) findings.mainHeadings.push(copyLocation(at))
  if (format === 'text' || format === 'markdown') {
    checkForGarbledText(value, at, findings.problems)
    findUnfinishedText(value, at)
    for (const sentence of findHoursSentences(value))
      findings.hoursSentences.push({ sentence, location: copyLocation(at) })
  }
  switch (format) {
    case 'text':
      // Fast path for most texts.
      if (!specialCharacterPattern.test(value)) return setSpaces(recordText(value, at), language)
      lintText(value, format, at, findings.problems)
      return setSpaces(
        expandCitations(value, at, (text) => text),
        language,
      )
    case 'markdown':
      lintText(value, format, at, findings.problems)
      return noteHeadings(
        parseMarkdown(setSpaces(expandCitations(value, at, escapeMarkdown), language), {
          headings: schema.headings === true,
          ...(schema.pictures === true && { picture: (src) => resolveTextPicture(src, at) }),
          link: (href) => resolveLink(href, at, isBareEmail(href, value), isBareUrl(href, value)),
          onIssue: (issue) => reportMarkdownIssue(issue, at),
        }),
        at,
      )
    case 'link':
      return resolveLink(value, at)
    case 'fact':
      return formatNamedFact(value, at)
    case 'fact-table': {
      const table = resolveFactTable(value, at)
      const resolveLabel = (label: string) =>
        String(resolveString('text', label, { ...at, schema: {} }))
      return {
        header: resolveLabel(table.header),
        columns: table.columns.map(resolveLabel),
        rows: table.rows.map(({ label, cells }) => ({ label: resolveLabel(label), cells })),
      }
    }
    case 'picture':
      return resolvePicture(value, at)
    case 'anchor':
      findings.anchors.push({ name: value, location: copyLocation(at) })
      return value
    default:
      return value
  }
}

/**
 * In French, makes the ordinary spaces of punctuation ones that do not break a line: narrow before
 * `;`, `!` and `?`, wide before a colon and inside quotation marks. `![` is a picture in Markdown.
 */
export const setSpaces = (text: string, language: string): string =>
  /^fr\b/.test(language)
    ? text
        .replace(/(?<=\S) (?=[;?]|!(?!\[))/g, '\u202f')
        .replace(/(?<=\S) (?=[:»])|(?<=«) /g, '\u00a0')
    : text

function noteHeadings(text: RichText, at: TextPlace) {
  for (const node of text)
    if (typeof node === 'object' && (node.t === 'h2' || node.t === 'h3'))
      at.findings.textHeadings.push({ heading: node, location: copyLocation(at) })
  return text
}

function reportMarkdownIssue(
  { found, needle, fix, isMalformed }: MarkdownIssue,
  at: TextPlace,
): void {
  const message = `This text contains ${found}`
  if (isMalformed) reportAt(at, 'MALFORMED_MARKDOWN', `${message}.`, { needle, fix })
  else {
    const details = { found, needle, fix }
    reportAt(at, 'INVALID_MARKDOWN', `${message}, which is not supported here.`, details)
  }
}

/** Whether a link is an address in a text, which is checked as part of the text. */
const isBareEmail = (href: string, text: string): boolean =>
  href.startsWith('mailto:') && !text.includes(href) && text.includes(href.slice('mailto:'.length))

/** Whether a URL in a text is a link by itself, and neither a target nor in angle brackets. */
const isBareUrl = (href: string, text: string): boolean =>
  /^https?:/i.test(href) && /(?:^|[^(<])$/.test(text.split(href, 1)[0]!)

function resolveLink(href: string, at: TextPlace, isChecked = false, isBare = false): string {
  const { contact, pictures } = at.context
  const complete = findFile(completeContactLink(href, contact), pictures.files)
  if (complete === href && !isChecked) checkContactLink(href, at, contact, at.findings.problems)
  const bare = isBare && { isBare: true as const }
  at.findings.links.push({ href: complete, written: href, ...bare, location: copyLocation(at) })
  return complete
}

/** Archives from a Mac have é in file names as e and an accent. */
const findFile = (written: string, files: ReadonlySet<string>): string =>
  files.has(written) || !/[^\p{ASCII}]/u.test(written)
    ? written
    : ([...files].find((file) => file.normalize() === written) ?? written)

/** The property has the text, so an address that a picture cannot have is reported here. */
function resolveTextPicture(src: string, at: TextPlace): PictureFile | undefined {
  if (src.startsWith('/')) return resolvePicture(src, at)
  reportAt(at, 'INVALID_PICTURE', `${src} is not a picture in public/.`, {
    needle: src,
    expected: 'a path such as /people/name.jpg',
    found: src,
    fix: 'Save the picture in public/ and write its path.',
  })
  return undefined
}

function resolvePicture(written: string, at: TextPlace): PictureFile | undefined {
  const { shownAt = 0 } = at.schema
  const { files, infos } = at.context.pictures
  // Validation reports other values.
  if (!written.startsWith('/')) return undefined
  const src = findFile(written, files)
  const info = infos.get(src)
  if (!files.has(src)) {
    // The path of a picture has no spaces.
    const named = [...files].filter((file) => !/\s/.test(file))
    const details = {
      found: src,
      ...(files.has(decodePath(src)) && /\s/.test(decodePath(src))
        ? { fix: 'Rename the file so that its path has no spaces, and correct the path.' }
        : suggestName(src, named)),
    }
    reportAt(at, 'PICTURE_NOT_FOUND', `The file public${src} does not exist.`, details)
  } else if (!info) {
    reportAt(at, 'INVALID_PICTURE', `public${src} is not a valid picture.`, {
      expected: 'JPEG, PNG, WebP, AVIF, GIF or SVG',
      found: src,
    })
  } else if (isTooLarge(info)) {
    reportAt(at, 'INVALID_PICTURE', `public${src} is too large to be shown.`, {
      expected: 'at most 16,383 × 16,383 pixels',
      found: `${info.width} × ${info.height} pixels`,
      fix: 'Save it at a smaller size.',
    })
  } else if (info.hash !== undefined && info.width < shownAt) {
    reportAt(at, 'PICTURE_TOO_SMALL', `public${src} is smaller than it is displayed.`, {
      expected: `at least ${shownAt} pixels wide, ideally ${2 * shownAt}`,
      found: `${info.width} pixels wide`,
    })
  }
  if (!info) return undefined
  const picture = planPictureCopies(src, info, shownAt)
  at.findings.pictures.push(picture)
  return picture
}
