import { reviewListFact, reviewPrefix } from '../facts/facts.ts'
import { addDays } from '../days/day.ts'
import { isCalendarDate } from '../times/written-day.ts'
import { findStartOfDay } from '../days/time-zone.ts'
import { formatDay, isInPeriod, type DatedPart, type Moment } from '../days/moment.ts'
import { problemInFile, type Problem } from '../problems/problem.ts'
import type { ProblemCode } from '../problems/problem-codes.ts'
import { problemInCell, type CellMessage, type RowFile, type Table } from '../tables/table.ts'
import type { Review, ReviewLack, Reviews } from './review.ts'
import type { UnknownRecord } from '../util/records.ts'
import { formatNameList, suggestName } from '../validate/nearest-name.ts'
import { explainSpreadsheetWord, formatCellValue, isEmptyCell } from '../tables/cells.ts'

/** Where the studio begins the table of reviews. */
export const reviewsFileName = 'data/reviews.csv'

export const reviewColumns = [
  'text',
  'author',
  'place',
  'date',
  'source',
  'address',
  'checked',
  'until',
  'permission',
  'service',
  'stars',
  'edited',
  'language',
] as const
type Column = (typeof reviewColumns)[number]
const requiredColumns: Column[] = ['text', 'author', 'date']

/** How long a review counts after it was checked, if it does not say until when. */
const daysOfEvidence = 365

type SiteWithReviews = {
  settings: UnknownRecord
  dated: DatedPart[]
  possiblyDefined: Set<string>
  reviews?: Reviews
}

/**
 * Reads the reviews of a site from the file that the settings name, and adds them to the site.
 * @returns the problems of the cells
 */
export function addReviews(
  site: SiteWithReviews,
  files: ReadonlyMap<string, RowFile>,
  moment: Moment,
): Problem[] {
  const { reviews: name } = site.settings
  const source = typeof name === 'string' ? files.get(name) : undefined
  const table = source?.table
  // A file that cannot be read is reported where the settings name it.
  if (name !== undefined && !table)
    for (const fact of ['count', 'average', 'checked'])
      site.possiblyDefined.add(reviewPrefix + fact)
  if (!source || !table) return []
  const problems = checkColumns(table)
  const lines = new Map<string, number>()
  const reviews = table.rows.flatMap((_, row) => {
    const review = readReview({ table, row, problems }, moment)
    if (!review) return []
    const key = toReviewKey(review)
    const line = lines.get(key)
    lines.set(key, table.locate(row).line)
    if (line === undefined) return [{ ...review, row }]
    problems.push(
      problemInCell(table, row, table.columns.get('text'), {
        code: 'DUPLICATE_REVIEW',
        message: `This review is in line ${line} already.`,
      }),
    )
    return []
  })
  // Nor are the places of rows that lack something missing.
  if (reviews.length < table.rows.length) site.possiblyDefined.add(reviewListFact)
  site.reviews = { source, table, reviews: reviews.sort((a, b) => b.date.localeCompare(a.date)) }
  site.dated.push(...listEvidenceParts(reviews, moment))
  return problems
}

/** What makes two reviews the same: a copy may have other line breaks or dates. */
export const toReviewKey = ({ author, text }: Pick<Review, 'author' | 'text'>): string =>
  [author, text]
    .map((part) =>
      part
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim(),
    )
    .join('\n')

/** A published site is built again when the evidence of a review expires. */
const listEvidenceParts = (reviews: Review[], moment: Moment): DatedPart[] =>
  reviews
    .filter(({ lacks }) => lacks === undefined || lacks === 'expired')
    .map(({ author, until }) => {
      const days = { until: findStartOfDay(Date.parse(addDays(until, 1)), moment.timeZone) }
      const isShown = isInPeriod(days, moment.now)
      return { ...days, what: `the review by ${author}`, isShown, isHarmless: true }
    })

function checkColumns(table: Table): Problem[] {
  const { file, columns, headings, locateHeading } = table
  const unknown = [...columns].filter(([name]) => !reviewColumns.some((known) => known === name))
  const missing = requiredColumns.filter((name) => !columns.has(name))
  return [
    ...unknown.map(([name, index]) => ({
      ...problemInFile(file, 'UNKNOWN_COLUMN', `Reviews have no column "${headings[index]}".`, {
        expected: formatNameList(reviewColumns, reviewColumns.length),
        found: headings[index],
        ...suggestName(name, reviewColumns),
        fix: 'Rename the column, or delete it.',
      }),
      ...locateHeading(index),
    })),
    ...(missing.length > 0 && table.rows.length > 0
      ? [
          {
            ...problemInFile(
              file,
              'ROWS_UNREADABLE',
              `These reviews have no column ${formatNameList(missing)}.`,
              {
                expected: formatNameList(reviewColumns, reviewColumns.length),
                fix: 'Add the column, and fill it in.',
              },
            ),
            ...locateHeading(0),
          },
        ]
      : []),
  ]
}

type RowContext = { table: Table; row: number; problems: Problem[] }

/** @returns undefined if the row lacks what a review needs, which is reported */
function readReview({ table, row, problems }: RowContext, moment: Moment): Review | undefined {
  const report: Report = (column, code, details) =>
    void problems.push(problemInCell(table, row, table.columns.get(column), { code, ...details }))
  const read = (column: Column): string => {
    const index = table.columns.get(column)
    const cell = index === undefined ? undefined : table.rows[row]![index]
    if (isEmptyCell(cell)) return ''
    const text = formatCellValue(cell).trim()
    const word = explainSpreadsheetWord(text)
    if (word) report(column, 'SPREADSHEET_ERROR', word)
    return text
  }
  const readDay = (column: 'date' | 'checked' | 'until', pattern: RegExp, expected: string) => {
    const found = read(column)
    if (found === '') return found
    const isDate = pattern.test(found)
    if (isDate && isCalendarDate(found)) return found
    if (isDate)
      report(column, 'IMPOSSIBLE_DATE', { message: `The date ${found} does not exist.`, found })
    else
      report(column, 'INVALID_CELL', {
        message: `"${found}" is not a date of this form.`,
        expected,
        found,
        fix: 'Write the year first. In a spreadsheet, format the column as text before.',
      })
    return undefined
  }
  const day = (column: 'checked' | 'until') =>
    readDay(column, /^\d{4}-\d\d-\d\d$/, 'a day such as 2026-05-14')
  const texts = { text: read('text'), author: read('author') }
  const date = readDay('date', /^\d{4}-\d\d(-\d\d)?$/, 'a day such as 2026-05-14, or 2026-05')
  const checked = day('checked')
  const until = day('until')
  const stars = readStars(read('stars'), report)
  const edited = readEdited(read('edited'), report)
  const address = read('address')
  if (address !== '' && !(/^https?:\/\/\S+$/.test(address) && URL.canParse(address)))
    report('address', 'INVALID_CELL', {
      message: `"${address}" is not an address.`,
      expected: 'an address that starts with https://',
      found: address,
    })
  const language = read('language')
  if (language !== '' && !/^[a-z]{2,3}(-[a-z\d]+)*$/i.test(language))
    report('language', 'INVALID_CELL', {
      message: `"${language}" is not the tag of a language.`,
      expected: 'a tag such as en or es',
      found: language,
    })
  for (const column of requiredColumns)
    if (table.columns.has(column) && read(column) === '')
      report(column, 'EMPTY_CELL', {
        message: `This review has no ${column}.`,
        fix: 'Fill it in, or delete the row.',
      })
  const today = formatDay(moment)
  for (const [column, found] of [
    ['date', date],
    ['checked', checked],
  ] as const)
    if (found && found > today)
      report(column, 'OUT_OF_RANGE', {
        message: `The date ${found} is yet to come.`,
        expected: `${today} or earlier`,
        found,
        fix: 'Correct the date.',
      })
  if (Object.values(texts).includes('') || !date || checked === undefined || until === undefined)
    return undefined
  const review = {
    ...texts,
    language,
    date,
    checked,
    until: until || (checked && addDays(checked, daysOfEvidence)),
    place: read('place'),
    service: read('service'),
    source: read('source'),
    address,
    edited,
    ...(stars !== undefined && { stars }),
  }
  const lacks = findLack(review, read('permission'), today)
  return { ...review, ...(lacks && { lacks }) }
}

type Report = (column: Column, code: ProblemCode, details: Omit<CellMessage, 'code'>) => void

function readStars(found: string, report: Report): number | undefined {
  if (found === '') return undefined
  const stars = Number(found)
  const expected = 'a number from 1 to 5, such as 4 or 4.5'
  if (Number.isNaN(stars))
    report('stars', 'INVALID_CELL', { message: `"${found}" is not a number.`, expected, found })
  else if (stars < 1 || stars > 5)
    report('stars', 'OUT_OF_RANGE', { message: 'A review has 1 to 5 stars.', expected, found })
  else return stars
  return undefined
}

const noPattern = /^(no|false|0|-|–)$/i
const yesPattern = /^(yes|true|1|x|sí|si)$/i

function readEdited(found: string, report: Report): boolean {
  if (found !== '' && !noPattern.test(found) && !yesPattern.test(found))
    report('edited', 'INVALID_CELL', {
      message: `"${found}" does not say whether the text was edited.`,
      expected: 'yes, no, or an empty cell',
      found,
    })
  return yesPattern.test(found)
}

function findLack(
  { source, address, checked, until }: Review,
  permission: string,
  today: string,
): ReviewLack | undefined {
  if (permission === '' || noPattern.test(permission)) return 'permission'
  if (source === '' && address === '') return 'source'
  if (checked === '') return 'checked'
  return until < today ? 'expired' : undefined
}
