import { findAll, findFirst, getText, type HtmlElement } from './dom.ts'

export type TableRules = {
  /**
   * Cites contacts and figures of a plain text.
   * @param about what a figure is about, if the text does not say it
   */
  text(written: string, about?: string): string
  /** The same without figures. */
  plainText(written: string): string
  /** Makes a table of prices. @returns its name; undefined if its cells have no names */
  table(rows: string[][]): string | undefined
}

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
  const rows = findAll(table.children, 'tr')
  const widths = new Set(rows.map((row) => findAll(row.children, 'td').length))
  const isShort = findAll(table.children, 'td').every((cell) => getText(cell).length < 160)
  return rows.length > 1 && widths.size === 1 && !widths.has(1) && isShort
}

/** A block as it will be written. */
export type Block = { type: string; [property: string]: unknown }

const pricePattern = /[$€£]\s?\d|\d\s?(?:[$€£]|USD|EUR|GBP|CHF)|^(?:free|gratis|kostenlos)$/i

/**
 * Converts a table with headings to the block that has the same cells: prices, or choices side by
 * side.
 * @returns undefined if no block has them all
 */
export function convertTable(table: HtmlElement, rules: TableRules): Block | undefined {
  const rows = expandSpans(
    findAll(table.children, 'tr').map((row) => findAll(row.children, 'td', 'th')),
  )
  // A cell as wide as the table is a title inside it, and no cell can have a link or be struck out.
  const isTitle = (row: HtmlElement[]) => row.length > 1 && new Set(row).size === 1
  const isRich = ({ name, attribs }: HtmlElement) => name !== 'a' || attribs.href !== undefined
  if (rows.some(isTitle) || findAll(table.children, 'a', 'del', 's').some(isRich)) return undefined
  const filled = rows.filter((row) => row.length > 0)
  const [header = [], ...cells] = filled.map((row) => row.map((cell) => getText(cell)))
  const hasPrice = (row: string[]) => row.some((cell) => pricePattern.test(cell))
  const isHeader =
    filled[0]?.every(({ name }) => name === 'th') ||
    // Old tables have no heading cells, but no heading has a price.
    (!hasPrice(header) && cells.length > 1 && cells.every(hasPrice))
  const width = header.length
  if (!isHeader || width < 2 || cells.length === 0) return undefined
  if (cells.some((row) => row.length !== width)) return undefined
  if (cells.flat().filter((cell) => pricePattern.test(cell)).length > 1) {
    const written = [header, ...cells].map((row) => row.map((cell) => rules.plainText(cell)))
    const name = rules.table(written)
    if (name !== undefined) return { type: 'fee-table', rows: name }
  }
  const isLabeled = [...header.slice(1), ...cells.map(([label]) => label)].every(Boolean)
  if (!isLabeled || width < 3 || width > 5) return undefined
  return {
    type: 'comparison-table',
    columns: header.slice(1).map((cell) => rules.text(cell)),
    rows: cells.map(([label = '', ...row]) => ({
      label: rules.text(label),
      cells: row.map((cell, column) =>
        cell === '' ? '–' : rules.text(cell, `${label} ${header[column + 1]}`),
      ),
    })),
  }
}

/** Repeats a cell in each column and row that it covers, since a visitor reads it there. */
function expandSpans(rows: HtmlElement[][]): HtmlElement[][] {
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
  return grid
}

/** A table has no more columns than anybody reads. */
const readSpan = (written: string | undefined): number =>
  Math.min(Math.max(Number.parseInt(written ?? '1', 10) || 1, 1), 100)
