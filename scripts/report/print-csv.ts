import papaparse from 'papaparse'
import type { Section } from './section.ts'

/**
 * Formats the tables of a report as RFC 4180. A cell that a spreadsheet would run as a formula
 * starts with an apostrophe.
 */
export const formatCsv = (sections: Section[]): string =>
  sections
    .flatMap(({ table }) =>
      table ? [[...(table.headings ? [table.headings] : []), ...table.rows]] : [],
    )
    .map((rows) => papaparse.unparse(rows, { newline: '\r\n', escapeFormulae: true }))
    .join('\r\n')
