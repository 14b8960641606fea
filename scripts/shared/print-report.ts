import { escapeUnprintable, toPrintableLines } from '../../schema/problems/printable.ts'
import { UsageError, type Usage } from './usage.ts'

/** @throws UsageError if the format is unknown. */
export function assertReportFormat(
  format: string,
  usage: Usage,
  known: string[] = ['text', 'json'],
): void {
  if (known.includes(format)) return
  const names = `${known.slice(0, -1).join(', ')} or ${known.at(-1)}`
  throw new UsageError(`--format must be ${names}, not "${format}"`, usage)
}

/**
 * Prints a report as text for people or as JSON for tools.
 * @param format see `assertReportFormat`
 */
export function printReport(format: string, data: unknown, formatText: () => string): void {
  if (format === 'json') console.log(escapeUnprintable(JSON.stringify(data, null, 2)))
  else printText(formatText())
}

/** Prints lines, in which control characters of the site's files are shown as symbols. */
export const printText = (text: string): void => console.log(toPrintableLines(text))
