/** Where facts and figures are printed. */
import { mkdir, mkdtemp, rm, cp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFigureMatcher, findFigures } from '../../scripts/report/find-figures.ts'
import { formatFoundFacts, formatLedger } from '../../scripts/report/facts-report.ts'
import { listLedger } from '../../scripts/report/list-ledger.ts'
import { formatText } from '../../scripts/report/print-text.ts'
import { readWholeSite, type WholeSite } from '../../scripts/prerender/run/inspect-site.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'

const today = '2026-11-22'
let work: string
let resolved: WholeSite
const ask = (query: string) =>
  formatText(formatFoundFacts(findFigures(resolved, query, today))).replace(
    / pages\.yaml:\d+/g,
    ' pages.yaml:N',
  )

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'signpost-facts-'))
  await cp(join(root, 'tests/base-site'), work, { recursive: true })
  await writeFile(
    join(work, 'pages/repairs.yaml'),
    `pages:
  /repairs:
    kind: service
    title: Repairs
    description: A tune-up costs \${tune-up}. Call us.
    readings: { guarantee: flyer }
    service: { name: Repairs, price: tune-up }
    blocks:
      - { type: hero, heading: 'Repairs, \${tune-up}', lead: Ask for 5% off. }
      - type: prose
        body: |
          We start at nine. Then **\${tune-up}** buys
          a [tune-up](/repairs#top), guaranteed for \${guarantee}.

          - Or \${guarantee.website}, as our old website says.
          - Ready in 2 – 4 hours, or in 3 days.
      - { type: fee-table, heading: Prices, rows: prices }
facts:
  prices: { label: A repair, unit: USD, table: data/prices.csv }
statements:
  compare: [{ subject: How long, pattern: [months, /\\d minutes/] }]
sets:
  /towns/{town}:
    rows: [{ town: Crane, drive: 15-20 }, { town: Odessa, drive: 25 }]
    facts: { drive: { label: 'The drive to {{town}}', unit: minutes } }
    page:
      kind: location
      title: Repairs in {{town}}
      description: 'We need \${drive} to {{town}}.'
      city: { name: '{{town}}', region: TX }
      blocks:
        - { type: hero, heading: 'Repairs in {{town}}' }
`,
  )
  await mkdir(join(work, 'data'))
  await writeFile(join(work, 'data/prices.csv'), 'Repair;City bike;Road bike\nBrakes;40;45-50\n')
  resolved = await readWholeSite(work)
})
afterAll(() => rm(work, { recursive: true }))

describe('a fact', () => {
  it('is listed with each page, line and sentence that prints it', () => {
    expect(ask('tune-up')).toBe(`tune-up is printed in 4 places on 1 page.

tune-up: A tune-up, USD  pages.yaml:N
  $60
    /repairs  pages/repairs.yaml:5
      A tune-up costs $60.
    /repairs  pages/repairs.yaml:7
      price: $60
    /repairs  pages/repairs.yaml:9
      Repairs, $60
    /repairs  pages/repairs.yaml:12
      Then $60 buys a tune-up, guaranteed for 12 months.`)
  })

  it('in a table has the line of its cell, and the pages that print the table', () => {
    expect(ask('prices.brakes.road-bike')).toBe(
      `prices.brakes.road-bike is printed in 1 place on 1 page.

prices.brakes.road-bike: A repair: Brakes, Road bike, USD  data/prices.csv:2
  $45–$50
    /repairs  pages/repairs.yaml:17
      rows: $45–$50`,
    )
    expect(ask('prices.brakes')).toContain('prices.brakes is printed in 2 places on 1 page.')
  })

  it('is found by a reading, with the pages that settling it changes', () => {
    expect(ask('guarantee')).toBe(`guarantee is printed in 2 places on 1 page.

guarantee: How long a repair is guaranteed, months [conflict]  pages.yaml:N
  website: 6 months  (the old website)
    /repairs  pages/repairs.yaml:15
      Or 6 months, as our old website says.
  flyer: 12 months  (the spring flyer)
    /repairs  pages/repairs.yaml:13
      Then $60 buys a tune-up, guaranteed for 12 months.
  To settle it, write one of these at pages.yaml:N
    settled: website   changes 1 page
      /repairs
    settled: flyer   changes 1 page
      /repairs`)
    expect(ask('guarantee.flyer')).not.toContain('the old website')
  })

  it('of a set is listed with the sentence of each page', () => {
    expect(ask('drive')).toContain('We need 15–20 minutes to Crane.')
    expect(ask('drive')).toContain('We need 25 minutes to Odessa.')
  })

  it('is found by a word of its label, or by a similar name', () => {
    expect(ask('how long')).toBe(
      'Facts that mention it:\n    guarantee: How long a repair is guaranteed, 6 months or 12 months  pages.yaml:N',
    )
    expect(ask('tuneup')).toBe('No fact and no text contains "tuneup". Did you mean tune-up?')
  })
})

describe('a figure', () => {
  it('is found in readings and in texts, with any dash', () => {
    expect(ask('15-20 minutes')).toContain('We need 15–20 minutes to Crane.')
    expect(ask('2-4 hours')).toBe(`2-4 hours is printed in 1 place on 1 page.

Typed into texts:
    /repairs  pages/repairs.yaml:16
      Ready in 2 – 4 hours, or in 3 days.`)
    expect(ask('60')).toContain('tune-up: A tune-up, USD')
  })

  it.each([
    ['2-4 hours', '2–4 hours, 2 — 4 hours, 2 to 4 hours, 2-4\u00a0hours', 4],
    ['2–4 HOURS', 'in 2-4 hours', 1],
    ['$25', '$25, $25.', 2],
    ['$25', '$25.50, $250, $125, $2,525', 0],
    ['25', '$25 25% 25 minutes 20–25', 4],
    ['25', '250 2.25 1,025 a25 25.5', 0],
    ['25000', '$25,000 and 25000', 2],
    ['25,000', '25000', 1],
    ['500+', '500+ reviews', 1],
    ['24/7', 'online 24/7.', 1],
    ['two days', 'twodays, two  days', 1],
  ])('%s matches in "%s"', (query, text, count) => {
    expect(createFigureMatcher(query)(text)).toHaveLength(count)
  })
})

it('what pages say about a subject is listed side by side, with what facts print', () => {
  const lines = formatText(formatLedger(listLedger(resolved, today), [])).split('\n')
  const start = lines.indexOf('# How long, on all pages')
  expect(lines.slice(start + 1, start + 5)).toEqual([
    '  Then $60 buys a tune-up, guaranteed for 12 months.  /repairs  pages/repairs.yaml:11',
    '  Or 6 months, as our old website says.  /repairs  pages/repairs.yaml:11',
    '  We need 15–20 minutes to Crane.  /towns/crane  pages/repairs.yaml:29',
    '  We need 25 minutes to Odessa.  /towns/odessa  pages/repairs.yaml:29',
  ])
})

it('the ledger begins with a summary of what there is, and nothing of what there is not', () => {
  const lines = formatText(formatLedger(listLedger(resolved, today), [])).split('\n')
  expect(lines.slice(0, 5)).toEqual([
    '6 facts with 7 readings: 0 settled, 0 not printed',
    '  in conflict           1  their readings differ, and none is settled; 1 of them printed',
    '  pages affected        1  pages that print one in conflict, expired or without evidence',
    '  uncited figures       1  typed into texts instead of cited',
    "To see where one is printed: npm run facts -- NAME, or a figure: npm run facts -- '$25'",
  ])
  expect(lines[5]).toBe('')
})

it('a fact is found while the site has another error', async () => {
  await writeFile(join(work, 'pages/typo.yaml'), 'pages: { /typo: { kind: inof } }')
  const { code, stdout, stderr } = await runInProcess('facts', ['--site', work, 'tune-up'])
  await rm(join(work, 'pages/typo.yaml'))
  expect([code, stderr]).toEqual([0, expect.stringContaining('this may be incomplete')])
  expect(stdout).toContain('/repairs')
})
