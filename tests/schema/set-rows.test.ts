/** Blocks list the rows of a set, and other pages cite their facts. */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readWholeSite } from '../../scripts/prerender/run/inspect-site.ts'
import { listLedger } from '../../scripts/report/list-ledger.ts'
import { ignoreUnlinked } from '../helpers/ignore-unlinked.ts'
import { root } from '../helpers/run-npm-script.ts'
import { runInProcess } from '../helpers/run-in-process.ts'

let work: string
beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'signpost-set-rows-'))
})
afterAll(() => rm(work, { recursive: true }))

const towns = `Town,County,Miles,Fee,Note
Crane,Crane County,50,0,Ring twice.
Lamesa,Dawson County,60,25,
Big Spring,Howard County,40,,
`
const set = `sets:
  /visits/{town}:
    name: towns
    rows: data/towns.csv
    facts:
      miles: { label: 'To {{town}}', unit: miles }
      fee: { label: 'Fee for {{town}}', unit: USD, value: '{{fee?}}', zero: free }
    page:
      kind: info
      title: Visits in {{town}}
      description: 'We drive \${miles} to {{town}}.'
      blocks:
        - { type: hero, heading: 'Visits in {{town}}' }
`
const createPage = (blocks: string) => `pages:
  /visits:
    kind: info
    title: Where we go
    description: All of the towns.
    blocks:
${blocks.replace(/^/gm, '      ')}
`
const table = `- { type: hero, heading: Where we go, lead: 'Crane is \${towns.crane.miles} away.' }
- type: city-table
  heading: Towns
  rows: towns
  row: { city: '{{town}}', county: '{{county}}', distance: miles, fee: '\${fee}', note: '{{note?}}' }
`

async function writeSite(page: string, files: Record<string, string> = {}): Promise<string> {
  const site = await mkdtemp(join(work, 'site-'))
  await cp(join(root, 'tests/base-site'), site, { recursive: true })
  await mkdir(join(site, 'data'))
  const all = { 'data/towns.csv': towns, 'pages/visits.yaml': set, 'pages/list.yaml': page }
  for (const [name, text] of Object.entries({ ...all, ...files }))
    await writeFile(join(site, name), text)
  return site
}
const report = async (page: string, files?: Record<string, string>) => {
  const { problems } = await readWholeSite(await writeSite(page, files))
  return ignoreUnlinked(problems)
    .map(({ file, line, message, expected }) => `${file}:${line} ${message} ${expected}`)
    .join('\n')
}
const findBlock = async (page: string, index: number) => {
  const { pages, problems } = await readWholeSite(await writeSite(page))
  expect(ignoreUnlinked(problems)).toEqual([])
  return pages.find(({ route }) => route === '/visits')!.data.blocks[index] as any
}

describe('a block that names a set', () => {
  it('shows a row for each of its pages, with its cells, its facts and a link', async () => {
    const { rows } = await findBlock(createPage(table), 1)
    const shown = rows.map(({ distance, ...row }: any) => ({ ...row, distance: distance.text }))
    expect(shown).toEqual([
      {
        city: 'Crane',
        county: 'Crane County',
        distance: '50 miles',
        fee: 'free',
        note: 'Ring twice.',
        href: '/visits/crane',
      },
      {
        city: 'Lamesa',
        county: 'Dawson County',
        distance: '60 miles',
        fee: '$25',
        href: '/visits/lamesa',
      },
      {
        city: 'Big Spring',
        county: 'Howard County',
        distance: '40 miles',
        href: '/visits/big-spring',
      },
    ])
  })

  it('shows a fact and a column that are named alone, and never their names', async () => {
    const named = table.replace("'{{town}}'", 'town').replace("'${fee}'", 'fee')
    const blocks = [table, named].map((each) => findBlock(createPage(each), 1))
    const [written, alone] = await Promise.all(blocks)
    expect(named).toContain('{ city: town, ')
    expect(alone.rows).toEqual(written.rows)
  })

  it('makes cards, links and a table of its facts, too', async () => {
    const page = createPage(`- { type: hero, heading: Where we go }
- { type: card-grid, heading: Cards, items: towns, row: { title: '{{town}}', meta: '\${miles}', href: / } }
- { type: link-list, heading: Links, links: towns, row: { label: 'To {{town}}' } }
- { type: fee-table, heading: Fees, rows: towns }`)
    expect((await findBlock(page, 1)).items[1]).toEqual({
      title: 'Lamesa',
      meta: '60 miles',
      href: '/',
    })
    expect((await findBlock(page, 2)).links[2]).toEqual({
      label: 'To Big Spring',
      href: '/visits/big-spring',
    })
    const { header, columns, rows } = (await findBlock(page, 3)).rows
    expect([header, columns, rows[0].label]).toEqual(['Town', ['Miles', 'Fee'], 'Crane'])
  })

  it('has its facts in the ledger once, with all pages that print them and their cells', async () => {
    const resolved = await readWholeSite(await writeSite(createPage(table)))
    const { facts } = listLedger(resolved, '2026-11-22')
    const [miles, ...others] = facts.filter(({ label }) => label === 'To Crane')
    expect(others).toEqual([])
    expect(miles).toMatchObject({ name: 'towns.crane.miles', file: 'data/towns.csv', line: 2 })
    expect(new Set(miles!.pages)).toEqual(new Set(['/visits', '/visits/crane']))
  })

  it('leaves out pages that are not shown', async () => {
    const drafts = towns
      .replace('Note\n', 'Note,Draft\n')
      .replace('twice.', 'twice.,')
      .replace('60,25,', '60,25,,yes')
      .replace('40,,', '40,,,')
    const site = await writeSite(createPage(table), {
      'data/towns.csv': drafts,
      'pages/visits.yaml': set.replace('kind: info', "kind: info\n      draft: '{{draft?}}'"),
    })
    const { pages } = await readWholeSite(site)
    const [, block] = pages.find(({ route }) => route === '/visits')!.data.blocks as any[]
    expect(block.rows.map(({ city }: any) => city)).toEqual(['Crane', 'Big Spring'])
  })

  it.each([
    ['rows: towns', 'rows: town', 'No set has the name "town".'],
    ["'{{county}}'", "'{{county seat}}'", 'The rows have no column "county seat".'],
    ["'{{note?}}'", "'{{note}}'", 'The cell "note" is empty in data/towns.csv, line 3.'],
    ['note: ', 'notes: ', '"notes"'],
    ['distance: miles', 'distance: mile', 'There is no fact "mile".'],
    [/ {2}row: .*\n/, '', 'it needs "row"'],
    ['rows: towns', 'rows: [{ city: Crane }]', '"row" is for the rows of a set.'],
  ])('reports %s written as %s', async (from, to, message) => {
    const printed = await report(createPage(table.replace(from, to)))
    expect(printed).toContain(message)
    expect(printed).toMatch(/pages\/list\.yaml:1\d/)
  })

  it('says that the name is already used', async () => {
    const facts = 'facts:\n  towns: { label: Towns, unit: count, value: 3, source: counted }\n'
    expect(
      await report(createPage('- { type: hero, heading: Where }'), {
        'pages/visits.yaml': facts + set,
      }),
    ).toContain('The name "towns" is already that of a fact')
  })

  it('is built again when a cell changes', async () => {
    const site = await writeSite(createPage(table))
    const out = join(site, 'out')
    const read = async () =>
      (await readFile(join(out, 'visits/index.html'), 'utf8')).replace(/<[^>]*>/g, ' ')
    const build = async () => {
      const { code, stdout, stderr } = await runInProcess('build', ['--site', site, '--out', out])
      expect(code, stdout + stderr).toBe(0)
    }
    await build()
    expect(await read()).toContain('Howard County')
    await writeFile(join(site, 'data/towns.csv'), towns.replace('Howard County', 'Howard and more'))
    await build()
    expect(await read()).toContain('Howard and more')
  })
})
