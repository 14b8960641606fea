import { formatText } from '../print-text.ts'
import type { ChangeReport } from './report-types.ts'
import { listSections, summarizeChanges } from './list-sections.ts'

/** Formats a report for a terminal. */
export const formatChanges = (report: ChangeReport): string =>
  formatText([
    {
      lines: [
        { text: `${report.before.name} → ${report.after.name}` },
        { text: summarizeChanges(report) },
      ],
    },
    ...listSections(report),
    { lines: report.notes.map((note) => ({ text: `Note: ${note}` })) },
  ])
