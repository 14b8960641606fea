import { isScalar } from 'yaml'
import type { Page } from '../../../schema/merge/merge-sources.ts'
import { type RowSource, findRowSource } from '../../../schema/sets/row-source.ts'
import type { Path } from '../../../schema/problems/location.ts'
import { asRecord, getAt } from '../../../schema/util/records.ts'
import type { ReadSite } from '../../prerender/run/run.ts'
import { isCsv } from '../edit-csv.ts'
import type { JsonValue } from '../yaml-operations.ts'
import { tryParseTree } from '../yaml/find-node.ts'
import { getValue, tryGetValue } from '../apply-operations.ts'
import type { ValuePlace } from '../source-address.ts'

import { describeFact, type FactListing } from '../../report/list-facts.ts'
import { listRowSources, locateTable } from './describe-rows.ts'
import { locateSet } from '../../report/list-pages.ts'
import { listRouteColumns } from '../../../schema/sets/compile-set.ts'

/**
 * Where the values of a page of a set are written.
 * @property pages the number of pages that the template makes
 * @property override where this page's override is, or would be, and what is written there
 * @property overrides the number of pages that have one
 * @property cells of the page's row, in each table of the set
 * @property facts that the set makes of the row
 */
export type SetOfPage = {
  route: string
  pages: number
  override: ValuePlace & { value?: JsonValue }
  overrides: number
  cells: RowCell[]
  facts: FactListing[]
}

/**
 * A cell of a row.
 * @property column the name that cites it: `town`, or `town.name` if the set has several tables
 * @property pages the number of pages that the row makes, those of other sets included
 * @property table where its table is written
 * @property address where it is written, or would be; undefined if it is edited by hand
 * @property isInRoute whether the addresses of pages are made of it, so that it is edited by hand
 */
export type RowCell = {
  column: string
  value?: JsonValue
  file: string
  line: number
  pages: number
  table: ValuePlace
  address?: ValuePlace
  isInRoute?: true
}

/** Where the override of a page of a set is, or would be. */
export function locateOwnOverride(page: Page): ValuePlace | undefined {
  const set = locateSet(page)
  return set && { file: set.file, path: [...set.path, 'overrides', page.route] }
}

/**
 * Describes where the values of a page of a set are written.
 * @param readText reads a file with the unsaved edits
 * @returns undefined if the page is of no set
 */
export async function describeSet(
  site: ReadSite,
  page: Page,
  readText: (file: string) => Promise<string>,
): Promise<SetOfPage | undefined> {
  const source = findRowSource(page)
  const override = locateOwnOverride(page)
  if (!source || !override) return undefined
  const { file, path } = override
  const written = getValue(file, await readText(file), path.slice(0, -1))
  const value = asRecord(written)[page.route] as JsonValue | undefined
  const others = listRowSources(site)
  return {
    route: String(path.at(-3)),
    pages: others.filter(({ set }) => set === source.set).length,
    override: { ...override, ...(value !== undefined && { value }) },
    overrides: Object.keys(asRecord(written)).length,
    cells: await listCells(source, others, readText),
    facts: [...(page.facts?.values() ?? [])].map((fact) => {
      const address = { file, path: [...path.slice(0, -2), 'facts', fact.name] }
      return describeFact(fact, site.resolved.context.language, {
        address,
        findPages: () => [page.route],
      })
    }),
  }
}

async function listCells(
  { set, row }: RowSource,
  others: RowSource[],
  readText: (file: string) => Promise<string>,
): Promise<RowCell[]> {
  const sets = [...new Set(others.map((other) => other.set))]
  const cells: RowCell[] = []
  for (const [index, { name, table }] of set.rows.tables.entries()) {
    const own = row[index]!
    const { file } = table
    const pages = others.filter((other) =>
      other.set.rows.tables.some((each, at) => each.table === table && other.row[at] === own),
    ).length
    const text = await readText(file)
    const root = tryGetValue(file, text)
    for (const [column, cell] of table.columns) {
      const path = root === undefined ? undefined : table.findPath(own, cell)
      const isInRoute = sets.some((each) => listRouteColumns(each, table).includes(cell))
      const value = path
        ? getSpelled(file, text, root, path)
        : (table.rows[own]![cell] as JsonValue)
      cells.push({
        column: [name, column].filter((part) => part !== '').join('.'),
        ...(value !== undefined && { value }),
        file,
        line: table.locate(own, cell).line,
        pages,
        table: locateTable(table),
        ...(path && !isInRoute && { address: { file, path } }),
        ...(isInRoute && { isInRoute }),
      })
    }
  }
  return cells
}

/** The value of a cell. A number that is printed as it is written is text: 01001. */
function getSpelled(file: string, text: string, root: unknown, path: Path): JsonValue | undefined {
  const value = getAt(root, path) as JsonValue | undefined
  if (isCsv(file)) return value
  const node = typeof value === 'number' && tryParseTree(text)?.document.getIn(path, true)
  const written = isScalar(node) ? node.source : undefined
  return written === undefined || written === String(value) ? value : written
}
