import { problemAt } from '../../problems/problem.ts'
import type { SourceLocation } from '../../problems/source-file.ts'
import type { Problem } from '../../problems/types.ts'

/** Matches the start of a link target. */
const target = '(?:/|#|https?:|tel:|mailto:)'

const markdownPattern = new RegExp(
  String.raw`\*\*[^*]+\*\*|~~[^~\n]+~~|\[\^[^[\]\s]+\]|\[[^[\]]{1,500}\](?:\([^)]{1,500}\)|[ \t]+\(${target}[^)\n]{0,500}\))`,
)

/** Reports Markdown in a plain text, where it would appear literally. */
export function checkForMarkdown(
  text: string,
  location: SourceLocation,
  problems: Problem[],
): void {
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

const headingPattern = /^(#{2,6})(\p{L}.*)$/mu

/** Syntax of other dialects of Markdown, which would appear literally, and what to write instead. */
const otherDialects: { pattern: RegExp; found: string; fix: string }[] = [
  {
    pattern: /^[ \t]*\|.*\|[ \t]*(?=\n[ \t]*\|[ \t:|-]+\|[ \t]*$)/m,
    found: 'a table',
    fix: 'Write a list, or use a block with a table, such as comparison-table.',
  },
  {
    pattern: /\[\^[^[\]\s]+\]/,
    found: 'a footnote',
    fix: 'Write the note in parentheses, or in the property note of the block.',
  },
  {
    pattern: /^[ \t]*(?:[-*+]|\d+[.)])[ \t]+\[[ xX]?\](?!\()/m,
    found: 'a box to check',
    fix: 'Delete the brackets, or use a block of type checklist.',
  },
  {
    pattern: /\{:?[ \t]*[#.][\w-][^{}\n]*\}/,
    found: 'attributes in braces',
    fix: 'Delete them. To link to this place, give its block an id.',
  },
  {
    pattern: /(?<![\w=/?&])==(?=[^\s=])[^\n]{0,500}?[^\s=]==(?![\w=])/,
    found: 'marked text (==)',
    fix: 'Write **strong** or *emphasized* text.',
  },
  {
    pattern: /(?<![\w+])\+\+(?=[^\s+])[^\n]{0,500}?[^\s+]\+\+(?![\w+])/,
    found: 'inserted text (++)',
    fix: 'Write **strong** or *emphasized* text.',
  },
  {
    pattern: /(?<!~)~(?!~)[^~\s]+~(?!~)|(?<!\^)\^[^^\s]+\^/,
    found: 'text above or below the line',
    fix: 'Write the characters themselves, such as ² or ₂.',
  },
  {
    pattern: /\[\[[^[\]\n]+\]\](?!\()/,
    found: 'a link in two pairs of brackets',
    fix: 'Write [text](/path).',
  },
  {
    pattern: /^\[(?:TOC|\[_TOC_\])\]|^\{:toc\}/im,
    found: 'a table of contents',
    fix: 'Delete it, or use a block of type link-list.',
  },
  {
    pattern: /^:::+[ \t]*\w*|^!!![ \t]+\w+/m,
    found: 'a box (:::)',
    fix: 'Use a block of type notice.',
  },
  {
    pattern: /(?<![\w:]):[a-z][a-z_]+:(?![\w:])/,
    found: 'the name of an emoji',
    fix: 'Write the emoji itself.',
  },
  {
    pattern: /\{%[^\n]{0,500}?%\}|\{\{[<%][^\n]{0,500}?[>%]\}\}/,
    found: 'a command of another generator',
    fix: 'Use a block instead.',
  },
]

/**
 * Reports syntax of other dialects of Markdown, and a heading without a space after its #, which
 * would appear literally.
 */
export function checkForLiteralMarkdown(
  text: string,
  location: SourceLocation,
  problems: Problem[],
): void {
  // Escaped characters are meant literally, and addresses may have any.
  const shown = text
    .replace(/\\[!-/:-@[-`{-~]|\$\{[^}]{0,500}\}/g, (hidden) => ' '.repeat(hidden.length))
    .replace(/(?<=\]\()[^)\n]*|\bhttps?:\/\/\S*/g, (hidden) => ' '.repeat(hidden.length))
  for (const { pattern, found, fix } of otherDialects) {
    const needle = pattern.exec(shown)?.[0].trim()
    if (needle === undefined) continue
    const message = `This text contains ${found}, which is not supported here.`
    problems.push(problemAt(location, 'INVALID_MARKDOWN', message, { found: needle, fix, needle }))
  }
  const [found, marks, words] = headingPattern.exec(text) ?? []
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
