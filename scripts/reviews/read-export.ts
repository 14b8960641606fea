import { toDay } from '../../schema/days/day.ts'
import { parseWrittenDay } from '../../schema/times/written-day.ts'
import { extname } from 'node:path'
import { toColumnName } from '../../schema/tables/table.ts'
import { asText } from '../../schema/util/as-text.ts'
import { asRecord, isRecord } from '../../schema/util/records.ts'
import { UserError } from '../shared/user-error.ts'
import { parseInputCsv, readInputFile } from '../shared/read-input-file.ts'

/** What can be taken over of a review. Nobody else can give a permission. */
export const importedColumns = [
  'text',
  'author',
  'place',
  'date',
  'source',
  'address',
  'service',
  'stars',
] as const
type ImportedColumn = (typeof importedColumns)[number]

/** @property at where the review is in the export, for messages */
export type ExportedReview = Record<ImportedColumn, string> & { at: string }

/**
 * @property ignored headings of columns that mean nothing here
 * @property guessedFrom a date such as 05/06/2026, if none tells whether the month is first
 */
export type ReviewExport = {
  reviews: ExportedReview[]
  ignored: string[]
  monthFirst?: boolean
  guessedFrom?: string
}

/** What other programs call the columns, in English and Spanish, as names of columns. */
const otherNames: Record<ImportedColumn, RegExp> = {
  text: /^(text|review(-text)?|comments?|quote|testimonial|message|content|feedback|resena|comentarios?|opinion|texto)$/,
  author:
    /^(author|name|full-name|reviewer|reviewer-name|customer|client|user|display-name|nombre|autor|cliente)$/,
  place: /^(place|city|town|location|ciudad|lugar)$/,
  date: /^(date|created|create(d)?-(time|at|on)|time|timestamp|submitted|published|fecha|marca-temporal)$/,
  source: /^(source|site|platform|origin|fuente|origen)$/,
  address: /^(address|url|link|review-url|review-link|enlace)$/,
  service: /^(service|product|servicio|producto)$/,
  stars: /^(stars?|rating|star-rating|score|estrellas|puntuacion|calificacion)$/,
}

/**
 * Reads reviews as another program has exported them: Google Takeout's reviews of a business in JSON,
 * any list in JSON, or a spreadsheet in CSV.
 * @param usual whether 05/06/2026 is in May, if no other date of the file tells
 * @throws UserError if there are none
 */
export async function readExport(path: string, usual: boolean): Promise<ReviewExport> {
  const bytes = await readInputFile(path)
  const isJson = extname(path).toLowerCase() === '.json'
  const { rows, headings } = isJson ? readJson(path, bytes) : readCsv(path, bytes)
  const columns = new Map<ImportedColumn, string>()
  for (const name of importedColumns) {
    const known = headings.filter((heading) => otherNames[name].test(toColumnName(heading)))
    const heading = known.find((each) => toColumnName(each) === name) ?? known[0]
    if (heading !== undefined) columns.set(name, heading)
  }
  const missing = (['text', 'author'] as const).filter((name) => !columns.has(name))
  if (missing.length > 0)
    throw new UserError(
      `${path} has no column for the ${missing.join(' and the ')} of a review. It has: ${headings.join(', ')}. Rename one of them to ${missing.join(', and one to ')}.`,
    )
  const used = new Set(columns.values())
  const dates = rows.map(({ texts }) => (texts[columns.get('date') ?? ''] ?? '').trim())
  const order = findDateOrder(dates, usual)
  return {
    reviews: rows.map(({ at, texts }) => {
      const read = (name: ImportedColumn) => (texts[columns.get(name) ?? ''] ?? '').trim()
      return {
        text: takeOriginal(read('text')),
        author: read('author'),
        place: read('place'),
        date: readDate(read('date'), order.monthFirst),
        source: read('source'),
        address: read('address'),
        service: read('service'),
        stars: readStars(read('stars')),
        at,
      }
    }),
    ignored: headings.filter((heading) => !used.has(heading)),
    ...order,
  }
}

type Rows = { headings: string[]; rows: { at: string; texts: Record<string, string> }[] }

function readCsv(path: string, bytes: Uint8Array): Rows {
  const { headings, rows, locate } = parseInputCsv(path, bytes)
  return {
    headings: headings.filter((heading) => heading !== ''),
    rows: rows.map((cells, row) => ({
      at: `line ${locate(row).line}`,
      texts: Object.fromEntries(headings.map((heading, index) => [heading, asText(cells[index])])),
    })),
  }
}

function readJson(path: string, bytes: Uint8Array): Rows {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder().decode(bytes).replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new UserError(`${path} is not valid JSON: ${(error as Error).message}`)
  }
  const list = Array.isArray(value) ? value : asRecord(value).reviews
  if (!Array.isArray(list) || !list.some(isRecord))
    throw new UserError(`${path} has no list of reviews, such as { "reviews": [ … ] }.`)
  const rows = list.map((entry: unknown, index) => ({
    at: `review ${index + 1}`,
    texts: flatten(asRecord(entry)),
  }))
  return { rows, headings: [...new Set(rows.flatMap(({ texts }) => Object.keys(texts)))] }
}

/** Google calls a reviewer `reviewer.displayName`, and a review `comment`; its `name` is an identifier. */
function flatten(entry: Record<string, unknown>): Record<string, string> {
  const { reviewer, name, ...rest } = entry
  const isGoogle = isRecord(reviewer) && rest.comment !== undefined
  const texts = {
    ...rest,
    ...(isRecord(reviewer) ? { author: reviewer.displayName } : { reviewer, name }),
    ...(isGoogle && { source: 'Google', date: rest.createTime }),
  }
  return Object.fromEntries(
    Object.entries(texts).flatMap(([key, each]) =>
      typeof each === 'string' || typeof each === 'number'
        ? [[key.replace(/([a-z])([A-Z])/g, '$1 $2'), String(each)]]
        : [],
    ),
  )
}

const translatedMark =
  /\((?:Translated by|Traducido por|Übersetzt von|Traduit par|Tradotto da|Traduzido pelo|Vertaald door) Google\)/
const originalMark =
  /\((?:Original|Texto original|Originale|Origineel|Avis d['’]origine)\)\s*([\s\S]+)$/

/** Google puts a translation before the text that the author has written, or after it. */
function takeOriginal(text: string): string {
  const { index = text.length } = translatedMark.exec(text) ?? {}
  const original = originalMark.exec(text.slice(index))?.[1] ?? text.slice(0, index)
  return original.replace(/\s+/g, ' ').trim()
}

const numericDate = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})\b/

/**
 * A program writes all dates of a file in one order, so one date with a day after the 12th tells the
 * order of the others, and so do dots.
 * @returns whether the month is first; undefined if several programs have written the file. `guessedFrom`
 *   is a date of a file in which none tells the order.
 */
function findDateOrder(
  dates: string[],
  usual: boolean,
): { monthFirst?: boolean; guessedFrom?: string } {
  const numeric = dates.filter((date) => numericDate.test(date))
  const parts = numeric.map((date) => numericDate.exec(date)!)
  const dayIsSecond = parts.some(([, , , two]) => Number(two) > 12)
  const dayIsFirst = parts.some(([, one, mark]) => Number(one) > 12 || mark === '.')
  if (dayIsSecond && dayIsFirst) return {}
  if (dayIsSecond || dayIsFirst) return { monthFirst: dayIsSecond }
  return { monthFirst: usual, guessedFrom: numeric[0] }
}

/** @returns the day, or the month; the text as it is if it is no date, which is reported */
function readDate(text: string, monthFirst: boolean | undefined): string {
  const iso = /^\d{4}-\d\d(-\d\d)?(?=T|\s|$)/.exec(text)?.[0]
  if (iso !== undefined) return iso
  const [date = text] = numericDate.exec(text) ?? []
  const written = parseWrittenDay(date, 'en', monthFirst) ?? parseWrittenDay(text, 'es')
  if (written !== undefined) return written
  // Such as May 14, 2026, 9:30 PM.
  const parsed = /[a-z]{3}.*\d{4}/i.test(text) ? Date.parse(`${text} UTC`) : Number.NaN
  if (Number.isNaN(parsed)) return text
  const day = toDay(parsed)
  if (/^\p{L}+ \d{4}$/u.test(text)) return day.slice(0, 7)
  // September 31 is no October 1.
  return new RegExp(`\\b0?${Number(day.slice(-2))}\\b`).test(text) ? day : text
}

const starNames = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE']

/** 5, FIVE, 5/5, ★★★★★. */
function readStars(text: string): string {
  const word = starNames.indexOf(text.toUpperCase())
  if (word >= 0) return String(word + 1)
  const drawn = /^(★+)☆*$/.exec(text)?.[1]
  return drawn ? String(drawn.length) : text.replace(/\s*(\/|of|de)\s*5$/, '')
}
