import { diffTexts, shortenContext } from '../diff-texts.ts'
import { formatRouteList, listSections, summarizeChanges } from './list-sections.ts'
import type { Line } from './section.ts'
import type { ChangeReport } from '../report-types.ts'

/**
 * Formats a report for a terminal: removed words as [-old-], added ones as {+new+}, as Git does.
 */
export function formatChanges(report: ChangeReport): string {
  const sections = listSections(report).map(({ heading, lines }) =>
    [heading, ...lines.flatMap(formatLine)].join('\n'),
  )
  return [
    `${report.before.name} → ${report.after.name}`,
    summarizeChanges(report),
    ...sections.map((section) => `\n${section}`),
    ...report.notes.map((note, index) => `${index === 0 ? '\n' : ''}Note: ${note}`),
  ].join('\n')
}

function formatLine({ text, before, after, pages = [], everywhere }: Line): string[] {
  const parts = shortenContext(diffTexts(before, after)).map(({ text, only }) =>
    only === 'before' ? `[-${text}-]` : only === 'after' ? `{+${text}+}` : text,
  )
  return [
    `  ${text}${parts.length > 0 ? `: ${parts.join('')}` : ''}`,
    ...(pages.length > 0 ? [`      ${formatRouteList(pages, everywhere)}`] : []),
  ]
}
