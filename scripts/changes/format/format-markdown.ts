import { formatCommand } from '../../launch/commands.mjs'
import { diffTexts, shortenContext } from '../diff-texts.ts'
import { formatRouteList, listSections, summarizeChanges } from './list-sections.ts'
import type { Line, Section } from './section.ts'
import type { ChangeReport } from '../report-types.ts'

/** A workflow finds its earlier comment by this marker, to update it. */
export const commentMarker = '<!-- signpost changes -->'

/** GitHub rejects a comment of more than 65,536 characters. */
const maxLength = 60_000
/** Characters reserved for the note about what was left out, and for closing open sections. */
const reservedLength = 1500
/** Sections that matter most are open if they have at most this many lines. */
const maxOpenLines = 8
const openSections = new Set([
  'Pages',
  'Redirects',
  'Facts',
  'Claims without evidence, or with expired evidence, that are new',
  'Above the legal maximum, and not before',
  'Search engines',
])

/** Formats a report as the comment of a pull request, at most 60,000 characters long. */
export function formatMarkdown(report: ChangeReport): string {
  const start = [
    commentMarker,
    '### What this changes on the site',
    '',
    `**${escapeForGitHub(summarizeChanges(report))}**`,
    '',
    `Compared with ${escapeForGitHub(report.before.name)}.`,
  ].join('\n')
  const notes = report.notes.slice(0, 5).map((note) => `\n> ${escapeForGitHub(note)}\n`)
  let left = maxLength - start.length - notes.join('').length - reservedLength
  const omitted: string[] = []
  const sections = listSections(report).map((section) => {
    const lines: string[] = []
    for (const line of section.lines.map(formatListItem)) {
      if (line.length + 1 > left) break
      left -= line.length + 1
      lines.push(line)
    }
    const missing = section.lines.length - lines.length
    if (missing > 0)
      omitted.push(`${missing} of ${section.lines.length} under “${section.heading}”`)
    const formatted = formatMarkdownSection(section, lines)
    left -= formatted.length - lines.join('\n').length
    return formatted
  })
  const rest =
    omitted.length > 0
      ? [
          `\nLeft out, as a comment has limits: ${omitted.join(', ')}. \`${formatCommand('changes')}\` shows all.\n`,
        ]
      : []
  return [start, ...sections, ...notes, ...rest].join('\n')
}

function formatMarkdownSection({ heading, lines: all }: Section, lines: string[]): string {
  if (lines.length === 0) return ''
  const list = lines.join('\n')
  if (openSections.has(heading) && all.length <= maxOpenLines)
    return `\n**${escapeForGitHub(heading)}**\n\n${list}\n`
  return `\n<details><summary>${escapeForGitHub(heading)} (${all.length})</summary>\n\n${list}\n\n</details>\n`
}

function formatListItem({ text, before, after, pages = [], everywhere }: Line): string {
  const parts = shortenContext(diffTexts(before, after)).map(({ text, only }) => {
    const escaped = escapeForGitHub(text)
    return only === 'before' ? `<del>${escaped}</del>` : only ? `<ins>${escaped}</ins>` : escaped
  })
  const where = pages.length > 0 ? `<br>${escapeForGitHub(formatRouteList(pages, everywhere))}` : ''
  return `- ${escapeForGitHub(text)}${parts.length > 0 ? `: ${parts.join('')}` : ''}${where}`
}

/** Escapes what GitHub would format, and mentions of its users. */
const escapeForGitHub = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/[\\`*_{}[\]|~]/g, (character) => `\\${character}`)
    .replace(/(^|\W)([@#])(?=\w)/g, '$1$2&#8203;')
