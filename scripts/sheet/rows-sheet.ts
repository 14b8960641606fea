import { type RowSource, findRowSource } from '../../schema/sets/row-source.ts'
import { CellSource } from '../../schema/sets/add-fact-tables.ts'
import type { Table } from '../../schema/tables/table.ts'
import { formatSuggestion, findNearestName } from '../../schema/validate/nearest-name.ts'
import { isLineList, planRowEdits, toCellText } from '../edit/plan-row-edits.ts'
import { UserError } from '../shared/user-error.ts'
import { applyOperations, getValue } from '../edit/apply-operations.ts'
import { listRouteColumns } from '../../schema/sets/compile-set.ts'
import {
  isPlainNumber,
  type CellTexts,
  type DescribedTable,
  type SheetColumn,
  type SheetRow,
  type SheetSource,
} from './sheet-table.ts'

/** Up to this many different texts in a column are proposed as its choices. */
const maxChoices = 12

/**
 * The rows of a set, in whatever file they are.
 * @param name the route of the set, or the file of its rows if it has several tables
 * @throws UserError that says which sheets there are
 */
export function describeRowsSheet(source: SheetSource, name: string): DescribedTable {
  const { edits } = source
  const { table, set } = findTable(source, name)
  const { file, columns, headings, rows } = table
  const indexes = [...columns.values()]
  const headingOf = (column: number) => headings[column] || 'value'
  const inRoute = set ? listRouteColumns(set, table) : [0]
  // Without a column in the address, all of them identify a row.
  const identifying = inRoute.length > 0 ? inRoute : indexes
  const toTexts = (row: unknown[]): CellTexts =>
    Object.fromEntries(indexes.map((index) => [headingOf(index), toCellText(row[index])]))
  const keyOf = (texts: CellTexts) =>
    identifying.map((index) => (texts[headingOf(index)] ?? '').trim()).join(', ')
  const counts = new Map<string, number>()
  const described = rows.map((row): SheetRow => {
    const texts = toTexts(row)
    const key = keyOf(texts)
    counts.set(key, (counts.get(key) ?? 0) + 1)
    const count = counts.get(key)!
    const locked = indexes
      .filter((index) => typeof row[index] === 'object' && row[index] && !isLineList(row[index]))
      .map((index) => [headingOf(index), `it is a list or a map, in ${file}`])
    return {
      key: count > 1 ? `${key} (${count})` : key,
      file,
      texts,
      ...(locked.length > 0 && { locked: Object.fromEntries(locked) }),
    }
  })
  const indexOf = new Map(described.map((row, index) => [row, index]))
  const columnOf = new Map(indexes.map((index) => [headingOf(index), index]))
  return {
    columns: indexes.map((index): SheetColumn => {
      const heading = headingOf(index)
      const texts = described.flatMap((row) => row.texts[heading] || [])
      const format = texts.length > 0 && texts.every(isPlainNumber) ? 'number' : 'mixed'
      return { heading, format, choices: listChoices(texts) }
    }),
    rows: described,
    keyOf,
    plan: ({ cells, added, removed }) =>
      edits.rewrite(file, (text) =>
        applyOperations(
          file,
          text,
          planRowEdits(table, getValue(file, text, []), {
            cells: cells.map(({ row, heading, text: value }) => ({
              row: indexOf.get(row)!,
              column: columnOf.get(heading)!,
              text: value,
            })),
            removed: removed.map((row) => indexOf.get(row)!),
            added: added.map((texts) => ({
              texts: Object.fromEntries(
                [...columnOf].map(([heading, index]) => [headings[index], texts[heading] ?? '']),
              ),
            })),
          }),
        ),
      ),
  }
}

/** @returns the table with its set, unless it is one of facts */
function findTable(
  { resolved }: SheetSource,
  name: string,
): { table: Table; set?: RowSource['set'] } {
  const sets = new Map<string, RowSource['set']>()
  for (const page of resolved.site.pages.values()) {
    const set = findRowSource(page)?.set
    if (set) sets.set(String(set.location.path.at(-1)), set)
  }
  const tables = [...sets.values()].flatMap((set) =>
    set.rows.tables.map(({ table }) => ({ table, set })),
  )
  const set = sets.get(name)
  if (set?.rows.tables.length === 1) return { table: set.rows.tables[0]!.table, set }
  if (set) {
    const files = set.rows.tables.map(({ table }) => table.file)
    throw new UserError(
      `The set ${name} has several tables. Name the file of one: ${files.join(', ')}.`,
    )
  }
  const found = tables.find(({ table }) => table.file === name)
  if (found) return found
  const ofFacts = new Map(
    [...resolved.site.facts.values()].flatMap(({ tableName, location: { source } }) =>
      tableName !== undefined && source instanceof CellSource ? [[tableName, source.table]] : [],
    ),
  )
  const prices = [...ofFacts].find(([fact, { file }]) => fact === name || file === name)
  if (prices) return { table: prices[1] }
  const names = ['facts', 'pages', ...sets.keys(), ...ofFacts.keys()]
  const meant = findNearestName(name, names)
  throw new UserError(
    `There is no sheet "${name}".${formatSuggestion(meant)} There are: ${names.join(', ')}.`,
  )
}

/** @param texts of a column, without those that are empty */
function listChoices(texts: string[]): SheetColumn['choices'] {
  const different = [...new Set(texts)]
  const isRepeated = different.length <= maxChoices && different.length * 2 <= texts.length
  return isRepeated ? { texts: different.sort(), isComplete: false } : undefined
}
