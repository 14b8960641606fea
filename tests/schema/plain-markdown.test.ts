/** Markdown of nothing but words is read without its syntax. What is read so must be what the syntax says. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  escapeMarkdown,
  parseMarkdown,
  parseMarkdownReference,
} from '../../schema/resolve/markdown.ts'
import { fastParseMarkdown } from '../../schema/fast/fast-markdown.ts'

const markdownOptions = { headings: true, link: (href: string) => href, onIssue: () => {} }
const asParagraphs = fastParseMarkdown

describe('plain Markdown', () => {
  const words = [
    'a',
    'Word',
    '24',
    '7',
    '$40',
    'R&D',
    '&',
    'it’s',
    'e.g.',
    '(see',
    'below)',
    'Q:',
    '50 %',
    '–',
    '…',
    'ä',
    '😀',
    'AT&T;',
    '!',
    '?',
    '"so"',
    "'s",
    '/',
    '|',
    '~',
    '^',
    '@',
    ';',
    'http://x.example',
    '\u00a0',
    '\ue021',
  ]
  const signs = [
    ' ',
    ' ',
    ' ',
    '\n',
    '\n\n',
    '  ',
    '  \n',
    '\n\n\n',
    '\t',
    '\r\n',
    '\\',
    '\\\n',
    '\\$',
    '\\.',
    '\\#',
    '\\&',
    '#',
    '-',
    '+',
    '*',
    '_',
    '=',
    '~',
    '~~~',
    '`',
    '>',
    '<',
    '<b>',
    '[',
    ']',
    '[a](/b)',
    '![',
    '**',
    '1.',
    '1)',
    '.',
    ')',
    '&amp;',
    '&#35',
    '---',
    '===',
    '\n#',
    '\n- ',
    '\n2. ',
    '\u2028',
    '\ufeff',
    '\u0000',
    '\u007f',
  ]

  it('is what the syntax says, or is left to it', () => {
    let plain = 0
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            { weight: 6, arbitrary: fc.constantFrom(...words) },
            { weight: 5, arbitrary: fc.constantFrom(...signs) },
            { weight: 1, arbitrary: fc.string() },
          ),
          { maxLength: 9 },
        ),
        (parts) => {
          const text = parts.join('')
          const read = asParagraphs(text)
          if (read === undefined) return
          plain++
          expect(read, JSON.stringify(text)).toEqual(parseMarkdownReference(text, markdownOptions))
        },
      ),
      { numRuns: 20_000 },
    )
    expect(plain).toBeGreaterThan(2000)
  })

  it('may hold any sign that is escaped, as every cited price is', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[!-~]{1,20}$/), (sum) => {
        const text = `From ${escapeMarkdown(sum)} a day.`
        expect(fastParseMarkdown(text)).toEqual([{ t: 'p', c: [`From ${sum} a day.`] }])
        expect(parseMarkdown(text, markdownOptions)).toEqual(
          parseMarkdownReference(text, markdownOptions),
        )
      }),
    )
  })

  it('is told by paragraphs', () => {
    expect(
      fastParseMarkdown('We come to you.\nDay and night.\n\nCall (432) 555-0100: it costs $40.\n'),
    ).toEqual([
      { t: 'p', c: ['We come to you. Day and night.'] },
      { t: 'p', c: ['Call (432) 555-0100: it costs $40.'] },
    ])
  })

  it.each([
    '**bold**',
    '[here](/a)',
    '- one\n- two',
    '1. one',
    '# Title',
    '> quote',
    '`code`',
    '<b>',
    '    code',
    'a\n===',
    'a  \nb',
    '&copy; 2020',
    'a\\\nb',
    '---',
    '![a](/b.png)',
    '~~~',
  ])('is not %j', (text) => {
    expect(fastParseMarkdown(text)).toBeUndefined()
  })
})
