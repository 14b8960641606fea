import { findAll, findFirst, getText, type HtmlElement } from './dom.ts'
import { listOwnRows } from './flow-items.ts'
import { toMarkdown, type TextRules } from './to-markdown.ts'

/** @property table makes a table of prices of rows. @returns its name, or undefined if it cannot */
type TableRules = TextRules & { table(rows: string[][]): string | undefined }

/** A block as it will be written. `anchors` are the ids that it had on the old page. */
export type Block = { type: string; anchors?: string[]; [property: string]: unknown }

const pricePattern = /[$€£]\s?\d|\d\s?(?:[$€£]|USD|EUR|GBP|CHF)|^(?:free|gratis|kostenlos)$/i

/**
 * Converts a table to the block that has the same cells: prices, choices side by side, or terms.
 * @returns undefined if no block has them all
 */
export function convertTable(table: HtmlElement, rules: TableRules): Block | undefined {
  const rows = expandSpans(listOwnRows(table).map((row) => findAll(row.children, 'td', 'th')))
  // A cell as wide as the table is a title inside it, and no cell can show what is struck out.
  const isTitle = (row: HtmlElement[]) => row.length > 1 && new Set(row).size === 1
  if (rows.some(isTitle) || findFirst(table.children, 'del', 's')) return undefined
  const [first = [], ...others] = rows.filter((row) => row.length > 0)
  const hasPrice = (row: HtmlElement[]) => row.some((cell) => pricePattern.test(getText(cell)))
  const hasHeader =
    first.length > 1 &&
    (first.every(({ name }) => name === 'th') ||
      // Old tables have no heading cells, but no heading has a price.
      (!hasPrice(first) && others.length > 1 && others.every(hasPrice)))
  const body = hasHeader ? others : [first, ...others]
  const width = first.length
  if (body.length === 0 || body.some((row) => row.length !== width)) return undefined
  const header = hasHeader ? first.map((cell) => rules.text(getText(cell))) : undefined
  const cells = body.map((row) => row.map((cell) => getText(cell)))
  const text = (written: string, about: string) =>
    written === '' ? '–' : rules.text(written, about)
  const hasLinks = findAll(table.children, 'a').some(({ attribs }) => attribs.href)
  // Only a detail can have a link.
  if (hasLinks && (width !== 2 || hasHeader)) return undefined
  const prices = cells.flat().filter((cell) => pricePattern.test(cell))
  if (header && prices.length > 1) {
    const written = [first.map((cell) => getText(cell)), ...cells]
    const rows = rules.table(written.map((row) => row.map((cell) => rules.plainText(cell))))
    if (rows !== undefined) return { type: 'fee-table', rows }
  }
  const isLabeled = header?.slice(1).every((cell) => cell !== '')
  if (header && isLabeled && width >= 3 && width <= 5 && cells.every((row) => row[0] !== ''))
    return {
      type: 'comparison-table',
      columns: header.slice(1),
      rows: cells.map(([label = '', ...row]) => ({
        label: rules.text(label),
        cells: row.map((cell, column) => text(cell, `${label} ${header[column + 1]}`)),
      })),
    }
  if (width !== 2 || cells.some((row) => row[0] === '')) return undefined
  return {
    type: 'definitions',
    items: [
      ...(header ? [{ term: header[0]!, detail: header[1]! }] : []),
      ...body.map(([term, detail]) => ({
        term: rules.text(getText(term!)),
        detail: toMarkdown(detail!.children, citeAbout(getText(term!), rules)) || '–',
      })),
    ].filter(({ term, detail }) => term !== '' && detail !== ''),
  }
}

/** The figures in a cell are about the first cell of its row. */
const citeAbout = (about: string, rules: TextRules): TextRules => ({
  ...rules,
  text: (written) => rules.text(written, about),
})

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
