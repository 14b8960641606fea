/** What the development server prints, and what makes it print or reload. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { problemInFile, type Problem } from '../../schema/problems/problem.ts'
import { ProblemReporter } from '../../scripts/dev/problem-reporter.ts'
import { formatProblems } from '../../schema/problems/format-problems.ts'
import { explainFailedStart } from '../../scripts/dev/start-dev-server.ts'
import { takeOverConsole } from '../../scripts/dev/terminal.ts'
import { createViteWatchFilter, createWatchFilter } from '../../scripts/watch/site-changes.ts'

const root = '/project'
const table = [
  "1:02:03 AM [vike][request-4] URL /nope doesn't match the route of any of your pages:",
  '┌───────┬──────────┐',
  '│ ROUTE │ TYPE     │',
  '└───────┴──────────┘',
  'See https://vike.dev/routing for more information about routing.',
].join('\n')

it.each([
  ['Port 80 is already in use', 'Port 80 is already in use. Choose another one: again'],
  ['listen EACCES: permission denied ::1:80', 'Port 80 may not be used by this user. Choose'],
  [
    '1:02 PM [vike@0.4.266][Bug] You stumbled upon a bug. (you can ignore this): /x/dist/',
    'The server cannot start: Vike refuses /x/dist/',
  ],
  ["ENOSPC: no space left on device, mkdir '/x'", 'The server cannot start: The disk is full.'],
])('a server that cannot start says the real reason: %s', (message, reason) => {
  expect(explainFailedStart(new Error(message), 80, 'again')).toContain(reason)
})

describe('what the tools print', () => {
  afterEach(() => vi.restoreAllMocks())

  /** What the terminal shows of a message. */
  function show(text: string, level: 'log' | 'warn' | 'error'): string | undefined {
    const shown: string[] = []
    for (const name of ['log', 'info', 'debug', 'warn', 'error'] as const)
      vi.spyOn(console, name).mockImplementation((line) => void shown.push(line))
    takeOverConsole(root, false)
    console[level](text)
    return shown[0]
  }

  it.each([
    ['a request', '1:02:03 AM [vike][request-1] HTTP request  → /', 'log'],
    ['a route that no page has', table, 'log'],
    ['a warning about a route', table, 'warn'],
    ['a failed request', '1:02:03 AM [vike][request-1] HTTP response ← / 500', 'error'],
    ['a reload', '1:02:03 AM [vite] page reload dist/index.html', 'log'],
    ['colors', '\u001b[2m1:02:03 AM\u001b[22m \u001b[36m[vite]\u001b[39m connected.', 'log'],
  ] as const)('%s is not shown', (_, text, level) => {
    expect(show(text, level)).toBeUndefined()
  })

  it('an error keeps its message and its place in the project, without a stack', () => {
    const stack = [
      'TypeError: price is undefined',
      '    at renderToString (/project/node_modules/react-dom/server.js:1:2)',
      '    at Hero (/project/blocks/hero/hero.tsx:12:7)',
      '    at file:///project/renderer/page-body.tsx:3:4',
    ].join('\n')
    const expected = 'TypeError: price is undefined\n  at blocks/hero/hero.tsx:12:7'
    expect(show(stack, 'error')).toBe(expected)
    const tagged = `1:02:03 AM [vike][request-9][Error] ${stack}`
    expect(show(tagged, 'error')).toBe(expected)
  })

  it('a syntax error keeps its excerpt, without hints about the tool', () => {
    const text = [
      '[vite][request-3] Failed to transpile /blocks/hero/hero.tsx because:',
      ' 16 │ <h1 {{>',
      '    │     ╰── `...` expected',
      '┌─────────────────────┐',
      "│ Error isn't helpful? See https://vike.dev/debug │",
      '└─────────────────────┘',
    ]
    expect(show(text.join('\n'), 'error')).toBe(
      ['Failed to transpile /blocks/hero/hero.tsx because:', ...text.slice(1, 3)].join('\n'),
    )
  })

  it("a component's own message stays", () => {
    expect(show('price: 25', 'log')).toBe('price: 25')
  })
})

it('a problem that is fixed does not stay the last word', () => {
  const printed: string[] = []
  const reporter = new ProblemReporter((text) => void printed.push(text))
  const report = (isComplete: boolean, ...problems: Problem[]) => {
    const format = (severity: string) =>
      formatProblems(problems.filter((each) => each.severity === severity))
    reporter.report(format('error'), isComplete ? format('warning') : undefined)
    return printed.splice(0).map((text) => text.split('\n')[0])
  }
  const error = problemInFile('a.yaml', 'BROKEN_LINK', 'Broken')
  const warning = problemInFile('a.yaml', 'UNLINKED_PAGE', 'Unlinked')
  expect(report(true)).toEqual([])
  expect(report(true, error)).toEqual(['a.yaml error BROKEN_LINK'])
  expect(report(false)).toEqual([])
  expect(report(true, warning)).toEqual(['All errors are fixed.', 'a.yaml warning UNLINKED_PAGE'])
  expect(report(true)).toEqual(['All warnings are fixed.'])
  expect(report(true)).toEqual([])
})

describe('an output folder', () => {
  const site = realpathSync(mkdtempSync(join(tmpdir(), 'signpost-watch-')))
  afterAll(() => rmSync(site, { recursive: true }))

  it.each(['dist', '.dist-123.tmp', 'catalogue/blocks', 'pages', 'node_modules/.cache'])(
    'in the project is not watched by Vite: %s',
    (folder) => {
      expect(createViteWatchFilter(root)(join(root, folder, 'index.html'))).toBe(true)
    },
  )

  it.each(['', 'blocks', 'blocks/hero/hero.css', 'renderer/document.tsx', 'vite.config.ts'])(
    'is not confused with code: /%s',
    (path) => {
      expect(createViteWatchFilter(root)(join(root, path))).toBe(false)
    },
  )

  it('is not watched, whatever its name and wherever in the site it is', () => {
    for (const [folder, file] of [
      ['preview', '404.html'],
      ['shard-1-of-2', 'shard.json'],
      ['data', 'towns.csv'],
    ] as const) {
      mkdirSync(join(site, folder))
      writeFileSync(join(site, folder, file), '')
    }
    const { includesFolder } = createWatchFilter(site, [join(site, 'dist')])
    const folders = ['preview', 'shard-1-of-2', 'data', 'dist', '.dist-1.tmp', 'public']
    expect(folders.filter((folder) => includesFolder(join(site, folder)))).toEqual([
      'data',
      'public',
    ])
  })
})
