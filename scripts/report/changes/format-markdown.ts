import { formatCommand } from '../../launch/commands.mjs'
import { escapeForGithub, formatComment } from '../print-markdown.ts'
import { listSections, summarizeChanges } from './list-sections.ts'
import type { ChangeReport } from './report-types.ts'

/** A workflow finds its earlier comment by this marker, to update it. */
export const commentMarker = '<!-- signpost changes -->'

/** GitHub rejects a comment of more than 65,536 characters. */
const maxLength = 60_000
/** Characters reserved for the note about what was left out, and for closing open sections. */
const reservedLength = 1500
/** Sections that matter most are open if they have at most this many lines. */
const maxOpenLines = 8
const openSections = new Set<string | undefined>([
  'Pages',
  'Redirects',
  'Facts',
  'Claims without evidence, or with expired evidence, that are new',
  'Above the legal maximum, and not before',
  'What visitors send, and to whom',
  'Search engines',
])

/** Formats a report as the comment of a pull request, at most 60,000 characters long. */
export function formatMarkdownReport(report: ChangeReport): string {
  const start = [
    commentMarker,
    '### What this changes on the site',
    '',
    `**${escapeForGithub(summarizeChanges(report))}**`,
    '',
    `Compared with ${escapeForGithub(report.before.name)}.`,
  ].join('\n')
  const notes = report.notes.slice(0, 5).map((note) => `\n> ${escapeForGithub(note)}\n`)
  const { text, omitted } = formatComment(listSections(report), {
    opens: ({ heading, lines = [] }) => openSections.has(heading) && lines.length <= maxOpenLines,
    maxLength: maxLength - start.length - notes.join('').length - reservedLength,
  })
  const rest =
    omitted.length > 0
      ? [
          `\nLeft out, as a comment has limits: ${omitted.join(', ')}. \`${formatCommand('changes')}\` shows all.\n`,
        ]
      : []
  return [start, ...(text === '' ? [] : [text]), ...notes, ...rest].join('\n')
}
