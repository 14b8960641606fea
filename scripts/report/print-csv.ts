import papaparse from 'papaparse'
import type { ReportSection } from './section.ts'

/** A cell that a spreadsheet would run as a formula starts with an apostrophe. -63.5 is none. */
export const csvOptions = {
  newline: '\r\n',
  escapeFormulae: /^(?!-\d+(?:\.\d+)?$)[=+\-@\t\r]/,
}

/** Formats the tables of a report as RFC 4180. */
export const formatCsv = (sections: ReportSection[]): string =>
  sections
    .flatMap(({ table }) =>
      table ? [[...(table.headings ? [table.headings] : []), ...table.rows]] : [],
    )
    .map((rows) => papaparse.unparse(rows, csvOptions))
    .join('\r\n')
