import { escapeUnprintable, toPrintableLines } from '../../schema/problems/printable.ts'

/**
 * Prints a report as text for people or as JSON for tools.
 */
export function printReport(format: string, data: unknown, formatText: () => string): void {
  if (format === 'json') console.log(escapeUnprintable(JSON.stringify(data, null, 2)))
  else printText(formatText())
}

/** Prints lines, in which control characters of the site's files are shown as symbols. */
export const printText = (text: string): void => console.log(toPrintableLines(text))
