/** Lists what the texts of a site state that only people know, and where its links lead. */
import { emailPattern, numberPattern } from '../../schema/resolve/text/check-contacts.ts'
import { formatWrittenNumber, keepDigits } from '../../schema/resolve/text/contact-links.ts'
import { toVisibleText } from '../../schema/resolve/text/visible-text.ts'
import { decodePath } from '../../schema/resolve/alias-address.ts'
import { parseMarkdown } from '../../schema/resolve/markdown.ts'
import { replaceCitations } from '../../schema/resolve/parse-citations.ts'
import { toPlainCharacters } from '../../schema/util/plain-characters.ts'
import { asRecord, asRecords, isRecord } from '../../schema/util/records.ts'
import type { Schema } from '../../schema/validate/json-schema.ts'
import { getSchemaNode, type ResolvedNode } from '../../schema/validate/walk-schema.ts'
import { showTemplates } from '../edit/owners-changes.ts'
import type { JsonValue } from '../edit/yaml-operations.ts'
import { statesSame, listFigures, type StatedFigure } from './stated-figures.ts'

export type Statement =
  | ({ kind: 'figure' } & StatedFigure)
  | { kind: 'contact' | 'link' | 'review' | 'letters'; written: string }

/** @property format what a schema says of it: `text`, `markdown`, `link`; a cell of a row has none */
type ShownText = { text: string; format?: string }

/** Lists the texts of a file that visitors see, and the addresses of its links. */
export function listShownTexts(schema: Schema, file: unknown): ShownText[] {
  if (!isRecord(file)) return [...walk(undefined, file)]
  const { facts, comments: _, sets, ...shown } = asRecord(showTemplates(file as JsonValue))
  const rows = asRecords(Object.values(asRecord(sets))).map((set) => set.rows)
  const labels = asRecords(Object.values(asRecord(facts))).map(
    ({ label, zero, tableWords, readings, ...fact }) => [
      ...[label, zero, tableWords],
      ...[fact, ...asRecords(Object.values(asRecord(readings)))].flatMap(
        ({ value, translations }) => [typeof value === 'string' && value, translations],
      ),
    ],
  )
  const root = getSchemaNode(schema, schema).resolve(shown)
  return [...walk(root, shown), ...walk(undefined, [rows, labels])]
}

function* walk(resolved: ResolvedNode | undefined, value: unknown): Generator<ShownText> {
  if (typeof value === 'string') {
    if (!resolved) yield { text: value }
    const { format, pattern = '', names, enum: options } = resolved?.schema ?? {}
    if (format === 'text' || format === 'markdown' || format === 'link')
      yield { text: value, format }
    else if (pattern.startsWith('^http')) yield { text: value, format: 'link' }
    else if (resolved && !(format || pattern || names || options))
      yield { text: value, format: 'text' }
  } else if (typeof value === 'number' && !resolved) yield { text: String(value) }
  else if (Array.isArray(value))
    for (const item of value) yield* walk(resolved?.items?.resolve(item), item)
  else if (isRecord(value))
    for (const [name, each] of Object.entries(value))
      yield* walk((resolved?.properties.get(name) ?? resolved?.additional)?.resolve(each), each)
}

/**
 * Lists what a text states, as a visitor reads it. A citation states what its fact does, and a column
 * of a row what its cells do.
 */
export function listStatements({ text, format }: ShownText): Statement[] {
  if (format === 'link') return listTargets(text)
  const literal = replaceCitations(text, () => ' ')
    .replaceAll(/\{\{[^{}]*\}\}/g, ' ')
    .replaceAll(/[([{](?:(at)|dot)[)\]}]/gi, (_, at) => (at ? '@' : '.'))
  const targets: Statement[] = []
  const link = (href: string) => {
    targets.push(...listTargets(href))
    return href
  }
  const rich = parseMarkdown(literal, { headings: true, link, onIssue: () => {} })
  // A figure may go on after the end of a link: [4](/bread).20.
  const written = format === 'markdown' ? '' : literal.replaceAll(/\]\([^()\n]{0,500}\)/g, ']')
  const readings = new Set([toVisibleText(rich), written].map(toPlainCharacters))
  return [...targets, ...listLetters(literal), ...[...readings].flatMap(listRead)]
}

/** Scripts that many read. Their words say what no pattern here finds, and their letters look like others. */
const scripts = 'Arabic Bengali Cyrillic Devanagari Greek Han Hangul Hebrew Hiragana Katakana Thai'
  .split(' ')
  .map((name) => [name, new RegExp(`\\p{Script=${name}}`, 'u')] as const)

const mixedWord =
  /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}/u

/** The scripts of a text, besides Latin. A word in two of them is a disguise, whatever the site uses. */
function listLetters(text: string): Statement[] {
  const letters = [...new Set(text.match(/(?!\p{Script=Latin})\p{L}/gu))]
  const found = letters.map(
    (each) => scripts.find(([, script]) => script.test(each))?.[0] ?? 'rare',
  )
  const mixed = mixedWord.test(text.normalize('NFKC')) ? [text] : []
  return [...found, ...mixed].map((written) => ({ kind: 'letters', written }))
}

function listTargets(href: string): Statement[] {
  const [, scheme = '', target = ''] = /^\s*(?:([a-z][a-z\d+.-]*):|\/\/)(.*)$/is.exec(href) ?? []
  if (!/^(?:tel|sms|mailto)$/i.test(scheme))
    return target === '' ? [] : [{ kind: 'link', written: href.trim() }]
  // A message also goes to those in cc= and bcc=.
  const emails = decodePath(target).match(emailPattern) ?? []
  const contacts = new Set([target.split(/[?;]/)[0]!, ...emails])
  return [...contacts].filter(Boolean).map((written) => ({ kind: 'contact', written }))
}

/** Email addresses, also with words for their signs, and names of accounts, such as @milllane. */
const accountPattern = new RegExp(
  [
    emailPattern.source,
    '[\\w.+-]{1,64}\\s?@\\s?[\\w.-]+',
    '[\\w.+-]{1,64}\\s(?:at|arroba)\\s[\\w-]+(?:\\s(?:dot|punto)\\s[\\w-]+|\\.\\w+)+',
    '(?<![\\w@$./])[@$][a-z][\\w.-]*\\w',
    '\\b(?:whatsapp|telegram|wechat|viber|skype|snapchat|discord|insta(?:gram)?|facebook|messenger|tiktok|linkedin|kakaotalk|youtube|twitter|pinterest|reddit|bluesky|mastodon|dm (?:us|me)|on (?:signal|threads|x))\\b',
  ].join('|'),
  'gi',
)
const addressPattern =
  /(?:https?:\/\/|(?<![\w@./-]))(?:[a-z\d-]{1,63}\.){1,5}[a-z]{2,24}(?:\/[^\s)]*|(?![\w-]))|[\w-]{2,63}\sdot\s(?:[a-z]{2,3}|info)\b/gi

/** What somebody is quoted with: “They saved my sale!” – Maria G. */
const reviewPattern = /["“”„«»][^"“”„«»]{10,500}["“”«»]\s*[–—-]+\s*\p{Lu}[\p{L}.]*/gu

/** @param plain as `toPlainCharacters` returns it */
function listRead(plain: string): Statement[] {
  const found: Statement[] = []
  const take =
    (kind: 'contact' | 'link' | 'review', isWanted: (written: string) => boolean = () => true) =>
    (written: string) => {
      if (!isWanted(written)) return written
      found.push({ kind, written })
      return ' '
    }
  const rest = plain
    .replaceAll('。', '.')
    .replaceAll(
      / ?[([]?(?:\.|\b(?:dot|point|punkt|punto)\b)[)\]]? ?(?=(?:com|net|org|info|shop|io)\b)/g,
      '.',
    )
    .replaceAll(reviewPattern, take('review'))
    .replaceAll(accountPattern, take('contact'))
    .replaceAll(addressPattern, take('link'))
    .replaceAll('·', '.')
    .replaceAll(
      numberPattern,
      take('contact', (number) => keepDigits(number).length >= 9),
    )
  // A word may go on after a hyphen, or on the next line.
  const joined = rest.replaceAll(/(?<=\p{L})[-‐\n](?=\p{L})/gu, '')
  const figures = [...new Set([rest, joined])]
    .flatMap(listFigures)
    .map((figure) => ({ kind: 'figure' as const, ...figure }))
  return [...found, ...figures]
}

/** Figures in other digits, and characters that are written with their numbers. */
const hiddenFigure = /\\[xu]|&#|(?![0-9])\p{N}/iu

/**
 * Whether a text, or a file with it, may state one of several things. To list what it states takes
 * far longer.
 */
export function mayState(text: string, statements: Statement[]): boolean {
  if (hiddenFigure.test(text)) return true
  // A citation has no price.
  const plain = text.replaceAll('${', '').normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return statements.some(
    (each) => each.kind !== 'figure' || /\s/.test(each.value) || plain.includes(each.value),
  )
}

/** Whether one of two texts states what the other does. */
export function isSameStatement(one: Statement, other: Statement): boolean {
  if (one.kind === 'figure') return other.kind === 'figure' && statesSame(one, other)
  if (one.kind !== other.kind) return false
  const [written, known] = [one, other].map((each) =>
    each.written.toLowerCase().replace(/^(?:https?:)?(?:\/\/)?(?:www\.)?|\/$/g, ''),
  ) as [string, string]
  return (
    written === known ||
    (/^[^a-z@]+$/.test(known + written) &&
      listDialed(written).some((each) => listDialed(known).includes(each)))
  )
}

/** What is dialed from abroad and within the country. */
function listDialed(written: string): string[] {
  const number = formatWrittenNumber(written.replace(/^00/, '+'))
  return number ? [number.digits, keepDigits(number.national)] : [keepDigits(written)]
}
