import { problemAt } from '../../problems/problem.ts'
import type { SourceLocation } from '../../source/types.ts'
import type { Problem } from '../../problems/types.ts'

/** Matches the start of a link target. */
const target = '(?:/|#|https?:|tel:|mailto:)'

const markdownPattern = new RegExp(
  String.raw`\*\*[^*]+\*\*|\[[^[\]]{1,500}\](?:\([^)]{1,500}\)|[ \t]+\(${target}[^)\n]{0,500}\))`,
)

/** Reports Markdown in a plain text, where it would appear literally. */
export function checkForMarkdown(
  text: string,
  location: SourceLocation,
  problems: Problem[],
): void {
  if (!text.includes('**') && !text.includes(']')) return
  const found = markdownPattern.exec(text)?.[0]
  if (found === undefined) return
  const message = `"${found}" is Markdown, but this property is plain text.`
  problems.push(problemAt(location, 'MARKDOWN_IN_TEXT', message, { found, needle: found }))
}

/** Matches character references, and tags that people write by hand. */
const htmlPattern =
  /&(?:#\d{2,7}|#x[\da-f]{2,6}|amp|lt|gt|quot|apos|nbsp|copy|reg|trade|hellip|[mn]dash|[lr][sd]quo|[lr]aquo|bull|middot|deg|times|euro|pound|cent|szlig|[a-z](?:acute|grave|uml|circ|tilde|cedil|ring));|<(?:a|b|i|u|em|strong|br|p|div|span|sup|sub|small|img|ul|ol|li|h[1-6]|font|center|script|iframe)(?:\s[^<>]*|\s?\/)?>/i

const charactersByReference: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&#39;': "'",
  '&nbsp;': '\u00a0',
}

/** Reports HTML in a plain text, where it would appear literally. */
export function checkForHtml(text: string, location: SourceLocation, problems: Problem[]): void {
  if (!text.includes('&') && !text.includes('<')) return
  const found = htmlPattern.exec(text)?.[0]
  if (found === undefined) return
  const character = charactersByReference[found.toLowerCase()]
  const message = `"${found}" is HTML, but this property is plain text.`
  problems.push(
    problemAt(location, 'HTML_IN_TEXT', message, {
      found,
      needle: found,
      ...(character !== undefined &&
        character.trim() !== '' && {
          expected: character,
          replacement: { from: found, to: character },
        }),
    }),
  )
}

const tablePattern = /^[ \t]*\|.*\|[ \t]*\n[ \t]*\|[ \t:|-]+\|[ \t]*$/m
const headingPattern = /^(#{2,6})(\p{L}.*)$/mu

/** Reports a table, or a heading without a space after its #, which would appear literally. */
export function checkForLiteralMarkdown(
  text: string,
  location: SourceLocation,
  problems: Problem[],
): void {
  if (text.includes('|') && tablePattern.test(text))
    problems.push(
      problemAt(
        location,
        'INVALID_MARKDOWN',
        'This text contains a table, which is not supported.',
        {
          found: 'a table',
          fix: 'Write a list, or use a block with a table, such as comparison-table.',
          needle: tablePattern.exec(text)![0].split('\n')[0]!.trim(),
        },
      ),
    )
  const [found, marks, words] = (text.includes('##') && headingPattern.exec(text)) || []
  if (found === undefined) return
  const meant = `${marks} ${words}`
  problems.push(
    problemAt(location, 'MALFORMED_MARKDOWN', `"${found}" is not a heading.`, {
      expected: meant,
      found,
      fix: 'Write a space after the last #.',
      needle: found,
      replacement: { from: found, to: meant },
    }),
  )
}

type MalformedLink = { pattern: RegExp; write?: (text: string, href: string) => string }

/** Texts that look like links to people, but not to CommonMark. */
const malformedLinks: MalformedLink[] = [
  {
    pattern: new RegExp(String.raw`\[([^[\]\n]{1,200})\][ \t]+\((${target}[^()\s]*)\)`),
    write: (text, href) => `[${text}](${href})`,
  },
  {
    pattern: new RegExp(String.raw`\(([^()\n]{1,200})\)\[(${target}[^[\]\s]*)\]`),
    write: (text, href) => `[${text}](${href})`,
  },
  // The last or the first bracket is missing.
  { pattern: new RegExp(String.raw`\[[^[\]\n]{1,200}\]\(${target}[^()\n]*$`, 'm') },
  { pattern: new RegExp(String.raw`^[^[\n]*\]\(${target}[^()\n]*\)`, 'm') },
  { pattern: new RegExp(String.raw`\[[^[\]\n()]{1,200}\(${target}[^()\s]*\)(?![^[\n]*\])`) },
]

/** Reports a malformed Markdown link, which would appear literally. */
export function checkForMalformedLink(
  text: string,
  location: SourceLocation,
  problems: Problem[],
): void {
  if (!text.includes('[') && !text.includes('](')) return
  for (const { pattern, write } of malformedLinks) {
    const match = pattern.exec(text)
    if (!match) continue
    const [found, label, href] = match
    const meant = write?.(label!, href!)
    problems.push(
      problemAt(location, 'MALFORMED_MARKDOWN', `"${found}" is not a link.`, {
        expected: meant ?? '[text](/path)',
        found,
        fix: 'Write [text](/path), without a space between the brackets.',
        needle: found,
        ...(meant !== undefined && { replacement: { from: found, to: meant } }),
      }),
    )
    return
  }
}
