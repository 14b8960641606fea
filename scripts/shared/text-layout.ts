/** Joins sections of lines with an empty line between them. Sections without a line are left out. */
export const joinSections = (sections: (string | string[])[]): string =>
  sections
    .map((lines) => (typeof lines === 'string' ? lines : lines.join('\n')))
    .filter((text) => text !== '')
    .join('\n\n')

/**
 * Formats rows in columns, as wide as their longest cells.
 * @param rightAligned how many of the first columns have numbers
 */
export function formatColumns(rows: string[][], rightAligned = 0): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]!.length)),
  )
  const pad = (cell: string, column: number) =>
    column < rightAligned ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)
  return rows.map((row) => row.map(pad).join('  ').trimEnd()).join('\n')
}
