/** Counts that follow a table, a set or a list. */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { spellNumber } from '../../schema/resolve/text/resolve-citations.ts'
import { findFigures } from '../../scripts/report/find-figures.ts'
import { formatText } from '../../scripts/report/print-text.ts'
import { formatFoundFacts } from '../../scripts/report/facts-report.ts'
import { readWholeSite } from '../../scripts/prerender/run/inspect-site.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'

let site: string
const writeTowns = (...towns: string[]) =>
  writeFile(join(site, 'data/towns.csv'), ['Town', ...towns, ''].join('\n'))

beforeEach(async () => {
  site = await mkdtemp(join(tmpdir(), 'signpost-counts-'))
  await cp(join(root, 'tests/base-site'), site, { recursive: true })
  await mkdir(join(site, 'data'))
  await writeTowns('Crane', 'Odessa', 'Andrews')
  const main = await readFile(join(site, 'pages.yaml'), 'utf8')
  const settings = 'application: false, shareImages: none, icons: none'
  await writeFile(
    join(site, 'pages.yaml'),
    main.replace('site:\n', `site:\n  ${settings.replaceAll(', ', '\n  ')}\n`),
  )
  await writeFile(
    join(site, 'pages/repairs.yaml'),
    `pages:
  /repairs:
    kind: info
    title: We come to \${count:towns|words} towns
    description: \${count:/towns|Words} towns and \${count:#parts|words} parts. Ask for \${guarantee|words} months.
    blocks:
      - { type: hero, heading: '\${count:towns} towns' }
      - { type: tag-list, id: parts, heading: '\${count:this|Words} parts', items: [{ label: Brakes }, { label: Wheels }] }
      - type: checklist
        heading: \${count:this|Words} things
        lists: [{ items: [A bell, A light] }, { items: [A lock] }]
      - type: comparison-table
        heading: \${count:this} case
        columns: [Here, There]
        rows: [{ label: A tire, cells: [yes, no] }]
sets:
  /towns/{town}:
    rows: data/towns.csv
    page:
      kind: location
      title: Repairs in {{town}}
      description: 'One of \${count:towns|words}: {{town}}.'
      city: { name: '{{town}}', region: TX }
      blocks: [{ type: hero, heading: '{{town}}' }]
`,
  )
})
afterEach(() => rm(site, { recursive: true }))

it('are printed as digits and as words', async () => {
  const whole = await readWholeSite(site)
  const { pages } = whole
  const { head, blocks } = pages.find(({ data }) => data.route === '/repairs')!.data
  expect(head.title).toBe('We come to three towns')
  expect(head.description).toBe('Three towns and two parts. Ask for six months.')
  expect(blocks.map((block) => (block as { heading?: string }).heading)).toEqual([
    '3 towns',
    'Two parts',
    'Three things',
    '1 case',
  ])
  expect(formatText(formatFoundFacts(findFigures(whole, 'count:towns', '2026-11-22')))).toContain(
    'count:towns: Rows of data/towns.csv, count  data/towns.csv:1\n  3  (counted by the generator)\n    /repairs  pages/repairs.yaml:4\n      We come to three towns',
  )
})

it('change every page that prints them, and no other', async () => {
  const out = join(site, 'dist')
  const build = () => runInProcess('build', ['--site', site, '--out', out])
  const read = async (file: string) =>
    /<title>[^<]*|One of \w+/g.exec(await readFile(join(out, file), 'utf8'))?.[0]
  expect((await build()).code).toBe(0)
  expect(await read('repairs/index.html')).toBe('<title>We come to three towns')
  await writeTowns('Crane', 'Odessa', 'Andrews', 'Stanton')
  expect((await build()).code).toBe(0)
  expect(await read('repairs/index.html')).toBe('<title>We come to four towns')
  expect(await readFile(join(out, 'towns/crane/index.html'), 'utf8')).toContain(
    'One of four: Crane.',
  )
})

describe('numbers', () => {
  it.each([
    [0, 'zero'],
    [16, 'sixteen'],
    [20, 'twenty'],
    [47, 'forty-seven'],
    [99, 'ninety-nine'],
    [100, undefined],
    [-1, undefined],
    [2.5, undefined],
  ])('%s is spelled %s', (number, word) => {
    expect(spellNumber(number, 'en-US')).toBe(word)
  })

  it('are spelled in English only', () => {
    expect(spellNumber(2, 'de-DE')).toBeUndefined()
  })
})
