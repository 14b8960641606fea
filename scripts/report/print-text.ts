import { diffTexts, shortenContext } from './diff-texts.ts'
import { formatRouteList, type Cell, type Line, type ReportSection } from './section.ts'

/** Joins parts with an empty line between them. Parts without a line are left out. */
export const joinSections = (sections: (string | string[])[]): string =>
  sections
    .map((lines) => (typeof lines === 'string' ? lines : lines.join('\n')))
    .filter((text) => text !== '')
    .join('\n\n')

/** Formats a report for a terminal. What is below a heading is indented. */
export const formatText = (sections: ReportSection[]): string =>
  joinSections(sections.map(formatSection))

function formatSection({ heading, lines = [], table, code = [] }: ReportSection): string[] {
  const body = [...lines.flatMap(formatLine), ...(table ? formatTable(table) : []), ...code]
  return heading === undefined ? body : [heading, ...body.map((line) => `  ${line}`.trimEnd())]
}

/** Removed words are [-old-], added ones {+new+}, as Git writes them. */
function formatLine({ text, before, after, pages = [], everywhere, details = [] }: Line): string[] {
  const parts = shortenContext(diffTexts(before, after)).map(({ text, only }) =>
    only === 'before' ? `[-${text}-]` : only === 'after' ? `{+${text}+}` : text,
  )
  return [
    `${text}${parts.length > 0 ? `: ${parts.join('')}` : ''}`,
    ...(pages.length > 0 ? [`    ${formatRouteList(pages, everywhere)}`] : []),
    ...details.map((detail) => `  ${detail}`),
  ]
}

/** A wider cell moves the cells after it. */
const maxWidth = 64

const numberPattern = /^(?:[\d.,]+%?|–)?$/

function formatTable({ headings, rows }: NonNullable<ReportSection['table']>): string[] {
  const all = headings ? [headings, ...rows] : rows
  const isNumeric = (column: number) =>
    rows.every((row) => numberPattern.test(toCellText(row[column])))
  const widths = (all[0] ?? []).map((_, column) =>
    Math.max(...all.map((row) => Math.min(maxWidth, toCellText(row[column]).length))),
  )
  return all.map((row) =>
    row
      .map((cell, column) => {
        const text = toCellText(cell)
        return isNumeric(column) ? text.padStart(widths[column]!) : text.padEnd(widths[column]!)
      })
      .join('  ')
      .trimEnd(),
  )
}

const toCellText = (cell: Cell) => (cell === undefined ? '' : String(cell))

/** Formats rows in columns, as wide as their longest cells. */
export const formatColumns = (rows: Cell[][], headings?: string[]): string =>
  formatTable({ headings, rows }).join('\n')
