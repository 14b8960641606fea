/**
 * Texts that take the square of their length, or more, in a pattern or a parser that looks back from
 * each character. Each is far longer than what such a parser can read within the limit of a test.
 */
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { preventRangeBreaks } from '../../blocks/shared/text/prevent-range-breaks.tsx'
import { parseMarkdownReference, type MarkdownIssue } from '../../schema/resolve/markdown.ts'
import { findUncitedFigures } from '../../schema/resolve/text/uncited-figures.ts'
import { lintText } from '../../schema/resolve/text/text-lints.ts'
import { listFirstMatches } from '../../schema/resolve/text/first-matches.ts'
import { parseColumns } from '../../schema/sets/parse-columns.ts'
import { compilePattern } from '../../schema/statements/compile-pattern.ts'
import { checkSite } from '../../scripts/prerender/run/inspect-site.ts'
import { root } from '../helpers/run-npm-script.ts'
import { readYaml, writeYaml } from '../helpers/site-yaml.ts'
import { parseFile } from '../../schema/source/parse-file.ts'
import type { Problem } from '../../schema/problems/problem.ts'

const length = 10_000
const repeat = (text: string) => text.repeat(length / text.length)

describe('a syntax error near a long line is reported', () => {
  const runs = [
    ' ',
    '\t',
    '- ',
    '-',
    '"',
    "' ",
    '[',
    ']',
    '${',
    '{{',
    ',',
    ', ',
    '“',
    '\u00a0',
    '\u200b',
  ]
  const lines = [
    (run: string) => `title: "${run}`,
    (run: string) => `title: "A title\nlead: a ${run}b`,
    (run: string) => `title: a: b\n${run}\nlead: c`,
    (run: string) => `title: { a: ${run}\nlead: b: c`,
  ]
  for (const run of runs)
    it(JSON.stringify(run), () => {
      for (const write of lines) {
        const { value, problems } = parseFile('a.yaml', Buffer.from(write(repeat(run))))
        expect(value === undefined || typeof value === 'object').toBe(true)
        for (const { message, line } of problems) {
          expect(message).not.toBe('')
          expect(line).toBeGreaterThan(0)
        }
      }
    })
})

it('a long line that is never closed is said to be', () => {
  const { problems } = parseFile('a.yaml', Buffer.from(`title: "a${repeat(' ')}b\nlead: c`))
  expect(problems).toMatchObject([
    { found: expect.stringContaining('closing "quote'), line: expect.any(Number) },
  ])
})

describe('Markdown', () => {
  const read = (text: string) => {
    const issues: MarkdownIssue[] = []
    const link = (href: string) => href
    const shown = parseMarkdownReference(text, {
      headings: true,
      link,
      onIssue: (issue) => issues.push(issue),
    })
    return { shown, issues }
  }
  it.each(['*a ', '**a *b ', '_a ', '[', '](', '[a](', '![a', '~~a ', '`', '> ', '>'])(
    'of %j in one paragraph is refused',
    (run) => {
      const { issues } = read(`Before.\n\n${repeat(run)}`)
      expect(issues).toMatchObject([
        { found: 'a paragraph with more than 1000 characters of Markdown' },
      ])
    },
  )

  it('of a long article is read', () => {
    const paragraph = 'See **our** [prices](/prices) and *hours*.'
    const { shown, issues } = read(Array.from({ length: 500 }, () => paragraph).join('\n\n'))
    expect(issues).toEqual([])
    expect(shown).toHaveLength(500)
  })
})

it.each(['[', '(', '[a ', '](/', '~', '^', '=', '+', '{', '{%', ':a', '#', '$1 ', '&', '<b '])(
  'a text of %j is searched for mistakes',
  (run) => {
    const problems: Problem[] = []
    for (const format of ['text', 'markdown'] as const)
      lintText(
        repeat(run),
        format,
        { source: parseFile('a.yaml', Buffer.from('')), path: [] },
        problems,
      )
    expect(problems.length).toBeLessThan(10)
  },
)

it('a pattern of a statement with many brackets is refused', () => {
  expect(compilePattern(repeat('(a|'))).toMatchObject({ message: expect.any(String) })
  for (const pattern of ['(a|b) c', '((a)|b)', '[a-z] c', 'x [0-9]'])
    expect(compilePattern(pattern)).toMatchObject({ message: expect.any(String) })
  expect(compilePattern('Mon (and Tue)')).toBeInstanceOf(Function)
})

describe('a site is checked that has', () => {
  const long = 400_000
  it.each([
    ['one wrong citation many times', 'title', '${a}'.repeat(long / 4), 'UNKNOWN_FACT'],
    ['many brackets of citations', 'title', '${'.repeat(long / 2), 'INVALID_CITATION'],
    ['an address of one letter', 'href', 't'.repeat(long), 'INVALID_LINK'],
    [
      'an address of slashes here',
      'href',
      `https://bikes.example.com${'/'.repeat(long)}`,
      'OWN_ORIGIN',
    ],
    ['an alias of slashes', 'aliases', '/'.repeat(long), 'INVALID_FORMAT'],
    ['an alias of many folders', 'aliases', '/a'.repeat(1000), 'INVALID_FORMAT'],
  ])('%s', async (_, property, value, code) => {
    const dir = await mkdtemp(join(tmpdir(), 'signpost-texts-'))
    try {
      await cp(join(root, 'tests/base-site'), dir, { recursive: true })
      const home = await readYaml(join(dir, 'pages/home.yaml'))
      const page = home.pages['/']
      if (property === 'href')
        page.blocks.push({ type: 'link-list', heading: 'B', links: [{ label: 'A', href: value }] })
      else page[property] = property === 'aliases' ? [value] : value
      await writeYaml(join(dir, 'pages/home.yaml'), home)
      const { problems } = await checkSite(dir)
      expect(problems.map((problem) => problem.code).join()).toContain(code)
      expect(problems.length).toBeLessThan(10)
    } finally {
      await rm(dir, { recursive: true })
    }
  })
})

it('a page with many broken links is resolved once', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'signpost-texts-'))
  try {
    await cp(join(root, 'tests/base-site'), dir, { recursive: true })
    const home = await readYaml(join(dir, 'pages/home.yaml'))
    const links = Array.from({ length: 1000 }, (_, index) => `[a](#none${index})`)
    for (let block = 0; block < 100; block++)
      home.pages['/'].blocks.push({ type: 'prose', body: links.splice(0, 10).join(' ') })
    await writeYaml(join(dir, 'pages/home.yaml'), home)
    const { problems } = await checkSite(dir)
    expect(problems.filter(({ code }) => code === 'BROKEN_ANCHOR')).toHaveLength(1000)
  } finally {
    await rm(dir, { recursive: true })
  }
})

it('no pattern of the schema reads a text again from each of its characters on', async () => {
  const schema = await readFile(join(root, 'schema/site.gen.json'), 'utf8')
  const written = [...schema.matchAll(/"pattern":\s*("(?:[^"\\]|\\.)*")/g)]
  const patterns = new Set(written.map(([, pattern]) => JSON.parse(pattern!) as string))
  expect(patterns.size).toBeGreaterThan(20)
  const runs = ['a', '.', 'a.', '/', '/a', 'a-', '-', '1 ', ' ', '@', '%2', '{a}', '09:00-10:00, ']
  const starts = ['', '/', 'https://', '+1 ', 'a@']
  const texts = starts.flatMap((start) =>
    runs.map((run) => Buffer.from(`${start}${run.repeat(200_000)}"`).toString('latin1')),
  )
  for (const pattern of patterns) {
    const expression = new RegExp(pattern, 'u')
    for (const text of texts) expression.test(text)
  }
})

it('a column with a long run of spaces is read', () => {
  const name = `a${' '.repeat(200_000)}b`
  expect(parseColumns(`{{${name}}}`)).toMatchObject([{ name }])
  expect(parseColumns('{{ the town ? | slug }}')).toMatchObject([
    { name: 'the town', optional: true, slug: true },
  ])
})

it('a long run of dashes is no range', () => {
  expect(preventRangeBreaks(`1 ${'–'.repeat(200_000)} `)).toHaveLength(1)
})

it('what repeats in a text is reported once, and not without an end', () => {
  const distinct = Array.from({ length: 5000 }, (_, price) => `$${price + 10}`).join(' ')
  expect(findUncitedFigures(distinct)).toHaveLength(5000)
  expect(listFirstMatches(distinct, /\$\d+/g)).toHaveLength(100)
  expect(listFirstMatches(repeat('$1 '), /\$\d+/g)).toHaveLength(1)
  expect(parseColumns(`{{s${repeat('\t')}?x}}`)).toMatchObject([{ invalid: expect.any(String) }])
})
