/** Colors of reports on a terminal. */
import { Writable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { afterEach, expect, it, vi } from 'vitest'
import { formatProblems } from '../../schema/problems/format-problems.ts'
import { problemInFile } from '../../schema/problems/problem.ts'
import { colorReport } from '../../scripts/shared/color-report.ts'

const createStream = (isTTY: boolean) =>
  Object.assign(new Writable(), {
    isTTY,
    getColorDepth: (env = process.env) => (env.NO_COLOR ? 1 : 8),
  }) as unknown as NodeJS.WriteStream
const place = { line: 2, column: 3, endColumn: 6, excerpt: '  abc: 1' }
const report = formatProblems([
  { ...problemInFile('pages/a.yaml', 'BROKEN_LINK', 'First.'), ...place },
  { ...problemInFile('pages/a.yaml', 'HTML_IN_TEXT', 'Second.'), ...place, found: 'x' },
  problemInFile('pages/b.yaml', 'BROKEN_LINK', 'Third.'),
])

afterEach(() => vi.unstubAllEnvs())

it('names each file once on a terminal, and colors what kind of problem it is', () => {
  const colored = colorReport(report, createStream(true))
  const lines = stripVTControlCharacters(colored).split('\n')
  expect(lines.filter((line) => /^pages\/[ab]\.yaml$/.test(line))).toEqual([
    'pages/a.yaml',
    'pages/b.yaml',
  ])
  expect(colored).toContain('\u001b[31m\u001b[1merror')
  expect(colored).toContain('\u001b[33m\u001b[1m^^^')
  // The location stays in one piece, for terminals that link it.
  expect(colored).toContain('\npages/a.yaml:2:3 ')
})

it('colors the counts, and what to do next', () => {
  const colored = colorReport('2 pages: 1 error, 3 notes\nNext: npm run build', createStream(true))
  expect(colored).toContain('2 pages: \u001b[31m\u001b[1m1 error\u001b')
  expect(colored).toContain('\u001b[36m\u001b[1m3 notes\u001b')
  expect(colored).toContain('\u001b[1mNext:\u001b[22m npm run build')
  expect(colorReport('2 pages: no problems', createStream(true))).toContain('\u001b[32m')
})

it('changes nothing without a terminal, or with NO_COLOR', () => {
  expect(colorReport(report, createStream(false))).toBe(report)
  vi.stubEnv('NO_COLOR', '1')
  expect(colorReport(report, createStream(true))).toBe(report)
})
