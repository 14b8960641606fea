import type { ProblemCode } from '../../problems/problem-codes.ts'
import { problemAt, type Problem } from '../../problems/problem.ts'
import type { SourceLocation } from '../../problems/location.ts'
import type { TextPlace } from './findings.ts'
import { listFirstMatches } from './first-matches.ts'
import { chooseSpelling, uncitedFigurePattern } from './uncited-figures.ts'

type LintPlace = SourceLocation & Partial<Pick<TextPlace, 'schema'>>

/**
 * What a text must not contain.
 * @property pattern what it finds. Each match of a global pattern is reported, and else the first
 */
type TextLint = {
  code: ProblemCode
  pattern: RegExp
  /** The format of the texts; both by default. */
  format?: 'text' | 'markdown'
  /** What is searched; the text as it is written by default. */
  searched?: (text: string) => string
  /** Whether this is fine there, or another problem of the text says it. */
  except?: (place: LintPlace, earlier: Problem[]) => boolean
  message: (found: string) => string
  details?: (match: RegExpExecArray) => Parameters<typeof problemAt>[3]
}

/** Matches the start of a link target. */
const target = '(?:/|#|https?:|tel:|mailto:)'
const write = (from: string, to: string) => ({ expected: to, replacement: { from, to } })

const skipWithoutBrackets = (text: string) => (/[[\]]/.test(text) ? text : '')

/** An entry for a text that looks like a link to people, but not to CommonMark. */
const linkLint = (pattern: string, correct?: (match: string[]) => string): TextLint => ({
  code: 'MALFORMED_MARKDOWN',
  pattern: new RegExp(pattern, 'm'),
  format: 'markdown',
  searched: skipWithoutBrackets,
  except: (_, earlier) => earlier.some(({ code }) => code === 'MALFORMED_MARKDOWN'),
  message: (found) => `"${found}" is not a link.`,
  details: (match) => ({
    expected: '[text](/path)',
    fix: 'Write [text](/path), without a space between the brackets.',
    ...(correct && write(match[0], correct(match))),
  }),
})

/** An entry for syntax of another dialect of Markdown, which would appear literally. */
const dialectLint = (pattern: RegExp, what: string, fix: string): TextLint => ({
  code: 'INVALID_MARKDOWN',
  pattern,
  format: 'markdown',
  searched: hideLiteralParts,
  message: () => `This text contains ${what}, which is not supported here.`,
  details: ([found]) => ({ found: found.trim(), needle: found.trim(), fix }),
})

/** Most texts have nothing that another dialect may read. */
const mayBeOfDialect = /[[|{~^]|==|\+\+|::|:[a-z]|!!!/

/** Escaped characters are meant literally, and addresses may have any. */
function hideLiteralParts(text: string): string {
  if (!mayBeOfDialect.test(text)) return ''
  return text
    .replace(/\\[!-/:-@[-`{-~]|\$\{[^}]{0,500}\}/g, (hidden) => ' '.repeat(hidden.length))
    .replace(/(?<=\]\()[^)\n]*|\bhttps?:\/\/\S*/g, (hidden) => ' '.repeat(hidden.length))
}

/** Characters for which people write a reference of HTML. */
const charactersByReference: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&#39;': "'",
}

const vagueText =
  '(?:(?:click|look|see|go) )?(?:here|this|this page|link)|(?:(?:learn|read|see|find out) )?more(?: info(?:rmation)?)?|(?:details|info(?:rmation)?|go|continue)'

/**
 * Matches labels such as "click here". Screen readers list links without the text around them.
 */
export const vagueLabelPattern = new RegExp(`^\\s*(?:${vagueText})\\s*$`, 'i')
export const describeVagueLink = (label: string): string =>
  `"${label}" does not say where this link goes.`

const textLints: TextLint[] = [
  {
    code: 'MARKDOWN_IN_TEXT',
    format: 'text',
    pattern: new RegExp(
      String.raw`\*\*[^*]+\*\*|~~[^~\n]+~~|\[\^[^[\]\s]+\]|\[[^[\]]{1,500}\](?:\([^)]{1,500}\)|[ \t]+\(${target}[^)\n]{0,500}\))`,
    ),
    message: (found) => `"${found}" is Markdown, but this property is plain text.`,
  },
  {
    code: 'HTML_IN_TEXT',
    format: 'text',
    // Character references, and tags that people write by hand.
    pattern:
      /&(?:#\d{2,7}|#x[\da-f]{2,6}|amp|lt|gt|quot|apos|nbsp|copy|reg|trade|hellip|[mn]dash|[lr][sd]quo|[lr]aquo|bull|middot|deg|times|euro|pound|cent|szlig|[a-z](?:acute|grave|uml|circ|tilde|cedil|ring));|<(?:a|b|i|u|em|strong|br|p|div|span|sup|sub|small|img|ul|ol|li|h[1-6]|font|center|script|iframe)(?:\s[^<>]*|\s?\/)?>/i,
    message: (found) => `"${found}" is HTML, but this property is plain text.`,
    details: ([found]) => {
      const character = charactersByReference[found.toLowerCase()]
      return character === undefined ? {} : write(found, character)
    },
  },
  {
    code: 'VAGUE_LINK',
    format: 'markdown',
    pattern: new RegExp(`\\[\\s*(?:${vagueText})\\s*\\](?=\\()`, 'gi'),
    message: (found) => describeVagueLink(found.slice(1, -1)),
    details: ([found]) => ({ found: found.slice(1, -1), needle: found }),
  },
  linkLint(
    String.raw`\[([^[\]\n]{1,200})\][ \t]+\((${target}[^()\s]*)\)`,
    ([, text, href]) => `[${text}](${href})`,
  ),
  linkLint(
    String.raw`\(([^()\n]{1,200})\)\[(${target}[^[\]\s]*)\]`,
    ([, text, href]) => `[${text}](${href})`,
  ),
  // The last or the first bracket is missing.
  linkLint(String.raw`\[[^[\]\n]{1,200}\]\(${target}[^()\n]*$`),
  linkLint(String.raw`^[^[\n]*\]\(${target}[^()\n]*\)`),
  linkLint(String.raw`\[[^[\]\n()]{1,200}\(${target}[^()\s]*\)(?![^[\n]*\])`),
  dialectLint(
    /^[ \t]*\|.*\|[ \t]*(?=\n[ \t]*\|[ \t:|-]+\|[ \t]*$)/m,
    'a table',
    'Write a list, or use a block with a table, such as comparison-table.',
  ),
  dialectLint(
    /\[\^[^[\]\s]+\]/,
    'a footnote',
    'Write the note in parentheses, or in the property note of the block.',
  ),
  dialectLint(
    /^[ \t]*(?:[-*+]|\d+[.)])[ \t]+\[[ xX]?\](?!\()/m,
    'a box to check',
    'Delete the brackets, or use a block of type checklist.',
  ),
  dialectLint(
    /\{:?[ \t]*[#.][\w-][^{}\n]*\}/,
    'attributes in braces',
    'Delete them. To link to this place, give its block an id.',
  ),
  dialectLint(
    /(?<![\w=/?&])==(?=[^\s=])[^\n]{0,500}?[^\s=]==(?![\w=])/,
    'marked text (==)',
    'Write **strong** or *emphasized* text.',
  ),
  dialectLint(
    /(?<![\w+])\+\+(?=[^\s+])[^\n]{0,500}?[^\s+]\+\+(?![\w+])/,
    'inserted text (++)',
    'Write **strong** or *emphasized* text.',
  ),
  dialectLint(
    /(?<!~)~(?!~)[^~\s]+~(?!~)|(?<!\^)\^[^^\s]+\^/,
    'text above or below the line',
    'Write the characters themselves, such as ² or ₂.',
  ),
  dialectLint(/\[\[[^[\]\n]+\]\](?!\()/, 'a link in two pairs of brackets', 'Write [text](/path).'),
  dialectLint(
    /^\[(?:TOC|\[_TOC_\])\]|^\{:toc\}/im,
    'a table of contents',
    'Delete it, or use a block of type link-list.',
  ),
  dialectLint(/^:::+[ \t]*\w*|^!!![ \t]+\w+/m, 'a box (:::)', 'Use a block of type notice.'),
  dialectLint(
    /(?<![\w:]):[a-z][a-z_]+:(?![\w:])/,
    'the name of an emoji',
    'Write the emoji itself.',
  ),
  dialectLint(
    /\{%[^\n]{0,500}?%\}|\{\{[<%][^\n]{0,500}?[>%]\}\}/,
    'a command of another generator',
    'Use a block instead.',
  ),
  {
    code: 'MALFORMED_MARKDOWN',
    format: 'markdown',
    pattern: /^(#{2,6})(\p{L}.*)$/mu,
    message: (found) => `"${found}" is not a heading.`,
    details: ([found, marks, words]) => ({
      fix: 'Write a space after the last #.',
      ...write(found, `${marks} ${words}`),
    }),
  },
  {
    code: 'UNCITED_FIGURE',
    pattern: uncitedFigurePattern,
    searched: chooseSpelling,
    // A price range is a rough figure for search engines, which no page prints, and what a customer
    // said stays as it was said.
    except: ({ path, schema }) => path.at(-1) === 'priceRange' || schema?.quoted === true,
    message: (found) => `"${found}" is typed into this text instead of cited from a fact.`,
  },
]

/** Looks for everything in the list in a text, as it is written. */
export function lintText(
  text: string,
  format: 'text' | 'markdown',
  place: LintPlace,
  problems: Problem[],
): void {
  const known = problems.length
  let [search, searched]: [TextLint['searched'], string] = [undefined, text]
  for (const lint of textLints) {
    if (lint.format !== undefined && lint.format !== format) continue
    if (lint.searched !== search) {
      search = lint.searched
      searched = search?.(text) ?? text
    }
    const { code, pattern, except, message, details } = lint
    const first = pattern.global ? undefined : pattern.exec(searched)
    const matches = pattern.global ? listFirstMatches(searched, pattern) : first ? [first] : []
    if (matches.length === 0 || except?.(place, problems.slice(known))) continue
    for (const match of matches) {
      const [found] = match
      const needle = text.includes(found) && { needle: found }
      problems.push(
        problemAt(place, code, message(found), { found, ...needle, ...details?.(match) }),
      )
    }
  }
}
