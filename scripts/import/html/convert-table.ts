import { writeMarkdown } from './write-markdown.ts'
import { currencyNames } from '../cite-figures.ts'
import type { Block, ContentRules } from './content.ts'
import { findAll, findFirst, getText, type HtmlElement } from './dom.ts'

/** Parts of a table that are not in a table inside it. */
export function listOwn(table: HtmlElement, ...names: string[]): HtmlElement[] {
  const inner = new Set(
    findAll(table.children, 'table').flatMap((each) => findAll(each.children, ...names)),
  )
  return findAll(table.children, ...names).filter((part) => !inner.has(part))
}

/** Whether a table holds data. Others are for the layout. */
export function isDataTable(table: HtmlElement): boolean {
  if (table.attribs.role === 'presentation') return false
  const nested = 'table h1 h2 h3 h4 h5 h6 ul ol form iframe div'.split(' ')
  if (findFirst(table.children, ...nested)) return false
  if (findFirst(table.children, 'th')) return true
  const rows = listRows(table)
  const widths = new Set(rows.map((row) => row.length))
  const isShort = findAll(table.children, 'td').every((cell) => getText(cell).length < 160)
  return rows.length > 1 && widths.size === 1 && !widths.has(1) && isShort
}

const pricePattern = new RegExp(
  String.raw`(?:\p{Sc}|CHF|EUR|USD|GBP)\s?\d|\d\s?(?:\p{Sc}|[円元]|(?:${currencyNames})(?!\p{L}))|^(?:free|gratis|kostenlos)$`,
  'iu',
)

/**
 * Converts a table to the block that has the same cells: prices, or choices side by side.
 * @returns undefined if no block has them all
 */
export function convertTable(table: HtmlElement, rules: ContentRules): Block | undefined {
  const rows = listRows(table)
  // A cell as wide as the table is a title inside it, and no cell can have a link or be struck out.
  const isTitle = (row: HtmlElement[]) => row.length > 1 && new Set(row).size === 1
  const isRich = ({ name, attribs }: HtmlElement) => name !== 'a' || attribs.href !== undefined
  if (rows.some(isTitle) || findAll(table.children, 'a', 'del', 's').some(isRich)) return undefined
  const texts = rows.map((row) => row.map((cell) => getText(cell)))
  const [first = [], ...others] = texts
  const width = first.length
  const hasPrice = (row: string[]) => row.some((cell) => pricePattern.test(cell))
  const isBold = (cell: HtmlElement) =>
    getText(findFirst(cell, 'b', 'strong') ?? []) === getText(cell)
  const hasHeader =
    rows[0]?.every(({ name }) => name === 'th') ||
    // Old tables have no heading cells, but no heading has a price.
    (!hasPrice(first) && (rows[0]?.every(isBold) || (others.length > 1 && others.every(hasPrice))))
  const header = hasHeader ? first : []
  const cells = hasHeader ? others : texts
  if (width < 2 || cells.length === 0 || texts.some((row) => row.length !== width)) return undefined
  if (hasHeader && cells.flat().filter((cell) => pricePattern.test(cell)).length > 1) {
    const name = rules.table(texts.map((row) => row.map((cell) => rules.plainText(cell))))
    if (name !== undefined) return { type: 'fee-table', rows: name }
  }
  if (width < 4 && cells.every(([item, price = '']) => item && pricePattern.test(price)))
    return createPriceList(header, cells, rules)
  const isLabeled = [...header.slice(1), ...cells.map(([label]) => label)].every(Boolean)
  if (!hasHeader || !isLabeled || width < 3 || width > 5) return undefined
  const [corner = ''] = header
  const label = { type: 'text' as const, value: rules.plainText(corner) }
  return {
    type: 'comparison-table',
    // The block has words of its own in its corner.
    lead: corner === '' ? undefined : writeMarkdown([{ type: 'paragraph', children: [label] }]),
    columns: header.slice(1).map((cell) => rules.text(cell)),
    rows: cells.map(([label = '', ...row]) => ({
      label: rules.text(label),
      cells: row.map((cell, column) =>
        cell === '' ? '–' : rules.text(cell, `${label} ${header[column + 1]}`),
      ),
    })),
  }
}

/** A table of what something costs, whose rows or columns have no names. */
function createPriceList(header: string[], cells: string[][], { text }: ContentRules): Block {
  const columns = ['item', 'price', 'note'].flatMap((name, column) =>
    header[column] ? [[name, text(header[column])]] : [],
  )
  return {
    type: 'fee-table',
    columns: columns.length > 0 ? Object.fromEntries(columns) : undefined,
    rows: cells.map(([item = '', price = '', note]) => ({
      ...{ item: text(item), price: text(price, item) },
      note: note ? text(note, item) : undefined,
    })),
  }
}

/** The cells of each row. One is repeated in each column and row that it covers, since a visitor reads it there. */
export function listRows(table: HtmlElement): HtmlElement[][] {
  const rows = findAll(table.children, 'tr').map((row) => findAll(row.children, 'td', 'th'))
  const grid: HtmlElement[][] = rows.map(() => [])
  for (const [at, row] of rows.entries()) {
    let column = 0
    for (const cell of row) {
      while (grid[at]![column]) column++
      const [width, height] = [readSpan(cell.attribs.colspan), readSpan(cell.attribs.rowspan)]
      for (const covered of grid.slice(at, at + height))
        for (let next = column; next < column + width; next++) covered[next] = cell
      column += width
    }
  }
  return grid.filter((row) => row.length > 0)
}

/** A table has no more columns than anybody reads. */
const readSpan = (written: string | undefined): number =>
  Math.min(Math.max(Number.parseInt(written ?? '1', 10) || 1, 1), 100)
