/** Formats a table in Markdown. */
export const formatMarkdownTable = (headings: string[], rows: string[][]): string =>
  [formatRow(headings), `|${'---|'.repeat(headings.length)}`, ...rows.map(formatRow)].join('\n')

const formatRow = (cells: string[]): string => `| ${cells.map(escapeCell).join(' | ')} |`

const escapeCell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
