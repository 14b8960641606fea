import { existsSync } from 'node:fs'
import { extname, join } from 'node:path'
import { parseRowFile } from '../../schema/tables/parse-row-file.ts'
import type { Table } from '../../schema/tables/table.ts'
import { formatCellValue, isEmptyCell } from '../../schema/tables/cells.ts'
import { reviewColumns, toReviewKey } from '../../schema/reviews/read-reviews.ts'
import { asText } from '../../schema/util/as-text.ts'
import { isCsv } from '../edit/edit-csv.ts'
import { findListPath } from '../edit/plan-row-edits.ts'
import { readSiteText, type FileChange } from '../edit/text-edits.ts'
import type { Edit } from '../edit/yaml-operations.ts'
import { writeCheckedChanges } from '../edit/write-checked-changes.ts'
import { readReportedSite } from '../shared/read-site-report.ts'
import { UserError } from '../shared/user-error.ts'
import { applyOperations } from '../edit/apply-operations.ts'
import {
  importedColumns,
  readExport,
  type ExportedReview,
  type ReviewExport,
} from './read-export.ts'

/**
 * @property file the file of the site, which may be new
 * @property known how many reviews were in it already
 * @property refused reviews that lack something, each with why
 */
export type ImportedReviews = Omit<ReviewExport, 'reviews'> & {
  file: string
  added: ExportedReview[]
  known: number
  refused: string[]
  change: FileChange
}

/**
 * Adds reviews to the file that the settings name, without a permission, and none twice.
 * @throws UserError if there is no such file, or the site would have errors
 */
export async function importReviews(
  dir: string,
  path: string,
  { dryRun }: { dryRun: boolean },
): Promise<ImportedReviews> {
  const resolved = await readReportedSite(dir, { everything: true })
  const { site, context } = resolved
  const file = asText(site.settings.reviews)
  if (file === '')
    throw new UserError(
      'The settings name no file of reviews. Add this under site, and run it again: reviews: data/reviews.csv',
    )
  if (!/\.(csv|ya?ml)$/i.test(file))
    throw new UserError(`Reviews are added to CSV and YAML, not to ${extname(file)} files.`)
  const { reviews, ...found } = await readExport(path, context.language === 'en-US')
  const isNew = !existsSync(join(dir, file))
  const before = isNew
    ? isCsv(file)
      ? `${reviewColumns.join(',')}\n`
      : '[]\n'
    : await readSiteText(dir, file)
  const table = parseRowFile(file, Buffer.from(before)).table
  if (!table && !isNew) throw new UserError(`${file} cannot be read. Correct it first.`)
  const keys = new Set(table?.rows.map((_, row) => toReviewKey(readRow(table, row))))
  const result = { added: [] as ExportedReview[], known: 0, refused: [] as string[] }
  for (const review of reviews) {
    const lack = findLack(review)
    const key = toReviewKey(review)
    if (lack !== undefined) result.refused.push(`${review.at}: ${lack}`)
    else if (keys.has(key)) result.known++
    else result.added.push(review)
    keys.add(key)
  }
  const after = addRows(file, before, table, result.added)
  const change = { file, before: isNew ? '' : before, after }
  if (!dryRun && result.added.length > 0)
    await writeCheckedChanges(dir, resolved, [change], { done: 'imported' })
  return { ...result, ...found, file, change }
}

function readRow({ columns, rows }: Table, row: number): { author: string; text: string } {
  const read = (name: string) => {
    const cell = rows[row]![columns.get(name) ?? -1]
    return isEmptyCell(cell) ? '' : formatCellValue(cell)
  }
  return { author: read('author'), text: read('text') }
}

/** Many leave stars without a word. */
function findLack({ text, author, date, stars }: ExportedReview): string | undefined {
  if (text === '') return 'it has no text, only stars'
  if (author === '') return 'it has no author'
  if (!/^\d{4}-\d\d(-\d\d)?$/.test(date)) return `its date is "${date}"`
  const isRating = stars === '' || (Number(stars) >= 1 && Number(stars) <= 5)
  return isRating ? undefined : `its rating is "${stars}"`
}

function addRows(
  file: string,
  before: string,
  table: Table | undefined,
  added: ExportedReview[],
): string {
  const { columns, headings, rows } = table ?? { columns: new Map(), headings: [], rows: [] }
  const lost = importedColumns.filter(
    (name) => isCsv(file) && !columns.has(name) && added.some((review) => review[name] !== ''),
  )
  if (lost.length > 0)
    throw new UserError(`${file} has no column ${lost.join(', ')}. Add it, and run this again.`)
  const list = table && rows.length > 0 ? findListPath(table) : []
  return applyOperations(
    file,
    before,
    added.map((review, index): Edit => {
      const filled = importedColumns.filter((name) => review[name] !== '')
      const value = Object.fromEntries(
        filled.map((name) => [
          headings[columns.get(name) ?? -1] ?? name,
          name === 'stars' ? Number(review.stars) : review[name],
        ]),
      )
      return { kind: 'insert', path: [...list, rows.length + index], value }
    }),
  )
}
