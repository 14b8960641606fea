import { diffTexts, shortenContext } from './diff-texts.ts'
import { formatRouteList, type Cell, type Line, type ReportSection } from './section.ts'

/** How a long report fits into a comment of a pull request. */
type CommentOptions = {
  /** Sections that are open if they are short. The others are folded. */
  opens: (section: ReportSection) => boolean
  /** In characters. What does not fit is left out. */
  maxLength: number
}

/** Formats a report in Markdown, with a heading for each section. */
export const formatMarkdown = (sections: ReportSection[]): string =>
  sections.map(formatMarkdownSection).join('\n\n')

function formatMarkdownSection({ heading, lines = [], table, code = [] }: ReportSection): string {
  const list = lines.map((line) =>
    heading === undefined ? formatItem(line).slice('- '.length) : formatItem(line),
  )
  return [
    ...(heading === undefined ? [] : [`## ${escapeForGithub(heading)}`]),
    ...(list.length > 0 ? [list.join('\n')] : []),
    ...(table ? [formatTable(table)] : []),
    ...(code.length > 0 ? [['```yaml', ...code, '```'].join('\n')] : []),
  ].join('\n\n')
}

/**
 * Formats the sections of a comment on GitHub.
 * @returns the sections, and what was left out: `12 of 60 under “Text”`
 */
export function formatComment(
  sections: ReportSection[],
  { opens, maxLength }: CommentOptions,
): { text: string; omitted: string[] } {
  let left = maxLength
  const omitted: string[] = []
  const formatted = sections.map((section) => {
    const { heading = '', lines: all = [] } = section
    const lines: string[] = []
    for (const line of all.map(formatItem)) {
      if (line.length + 1 > left) break
      left -= line.length + 1
      lines.push(line)
    }
    if (lines.length < all.length)
      omitted.push(`${all.length - lines.length} of ${all.length} under “${heading}”`)
    if (lines.length === 0) return ''
    const title = escapeForGithub(heading)
    const [start, end] = opens(section)
      ? [`\n**${title}**\n\n`, '\n']
      : [`\n<details><summary>${title} (${all.length})</summary>\n\n`, '\n\n</details>\n']
    left -= start.length + end.length
    return `${start}${lines.join('\n')}${end}`
  })
  return { text: formatted.join('\n'), omitted }
}

function formatItem({
  text,
  isUrl,
  before,
  after,
  pages = [],
  everywhere,
  details = [],
}: Line): string {
  const parts = shortenContext(diffTexts(before, after)).map(({ text, only }) => {
    const escaped = escapeForGithub(text)
    return only === 'before' ? `<del>${escaped}</del>` : only ? `<ins>${escaped}</ins>` : escaped
  })
  const where = pages.length > 0 ? `<br>${escapeForGithub(formatRouteList(pages, everywhere))}` : ''
  return [
    `- ${isUrl ? `<${text}>` : escapeForGithub(text)}${parts.length > 0 ? `: ${parts.join('')}` : ''}${where}`,
    ...details.map((detail) => `  - ${escapeForGithub(detail)}`),
  ].join('\n')
}

/** Escapes what Markdown would format, and mentions of people on GitHub. */
export const escapeForGithub = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/[\\`*_[\]|~]/g, (character) => `\\${character}`)
    .replace(/(^|\W)([@#])(?=\w)/g, '$1$2&#8203;')

const formatTable = ({ headings, rows }: NonNullable<ReportSection['table']>): string =>
  formatMarkdownTable(
    headings ?? (rows[0] ?? []).map(() => ''),
    rows.map((row) => row.map(toCellText)),
  )

const toCellText = (cell: Cell) => (cell === undefined ? '' : escapeForGithub(String(cell)))

/** Formats a table. @param rows in Markdown, except that `|` is escaped */
export const formatMarkdownTable = (headings: string[], rows: string[][]): string =>
  [formatRow(headings), `|${'---|'.repeat(headings.length)}`, ...rows.map(formatRow)].join('\n')

const formatRow = (cells: string[]): string => `| ${cells.map(escapeCell).join(' | ')} |`

const escapeCell = (text: string) => text.replaceAll(/(?<!\\)\|/g, '\\|').replaceAll('\n', ' ')
