import { escapeUnprintable, toPrintableLines } from '../../schema/problems/printable.ts'
import { formatCsv } from './print-csv.ts'
import { formatMarkdown } from './print-markdown.ts'
import { formatText } from './print-text.ts'
import type { ReportSection } from './section.ts'

export type ReportFormat = 'text' | 'markdown' | 'csv' | 'json'

/**
 * Prints a report as text for people, as Markdown, as CSV, or as JSON for tools.
 * @param data what tools get
 * @param describe returns the report in sections, or as text that is laid out already
 */
export function printReport(
  format: ReportFormat,
  data: unknown,
  describe: () => ReportSection[] | string,
): void {
  if (format === 'json') {
    console.log(escapeUnprintable(JSON.stringify(data, null, 2)))
    return
  }
  const report = describe()
  if (typeof report === 'string') printText(report)
  else if (format === 'csv') console.log(formatCsv(report))
  else printText(format === 'markdown' ? formatMarkdown(report) : formatText(report))
}

/** Prints lines, in which control characters of the site's files are shown as symbols. */
export const printText = (text: string): void => console.log(toPrintableLines(text))
