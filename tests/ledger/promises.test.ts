/** The promises of links are compared with the pages that they lead to. */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkSite } from '../../scripts/prerender/run/inspect-site.ts'
import { root } from '../helpers/run-npm-script.ts'

let site: string

beforeAll(async () => {
  site = await mkdtemp(join(tmpdir(), 'signpost-promises-'))
  await cp(join(root, 'tests/base-site'), site, { recursive: true })
})
afterAll(() => rm(site, { recursive: true }))

/** Checks a page that links to another page, with the given texts. */
async function checkLink(label: string, printed: string, { more = '', facts = '' } = {}) {
  await writeFile(
    join(site, 'pages/promise.yaml'),
    `facts:
  visit:
    label: A visit
    unit: USD
${facts}
    readings:
      first: { value: 40, source: a }
      second: { value: 50, source: b }
      range: { value: { min: 40, max: 90 }, source: c }
  wait: { label: The wait, unit: minutes, value: 40 }
  parking: { label: Parking, unit: USD, value: 7 }
pages:
  /from:
    kind: info
    title: From
    description: The page with the link.
    noindex: true
    blocks:
      - { type: hero, heading: From, actions: [{ label: '${label}', href: /to }] }
  /to:
    kind: service
    title: To
    description: The page that it leads to.
    noindex: true
    service: { name: The way, price: tune-up }
    blocks:
      - { type: hero, heading: The way to it, lead: '${printed}' }
  /start:
    kind: service
    title: Start
    description: A visit somewhere else.
    noindex: true
    service: { name: A start, price: visit.first }
    blocks:
      - { type: hero, heading: 'A start, \${visit.first}' }
${more}`,
  )
  const { problems } = await checkSite(site)
  return problems
    .filter(({ code }) => code.endsWith('_PROMISE') || code === 'YAML_SYNTAX')
    .map(({ code, message }) => `${code} ${message}`)
}

describe('a promise is kept', () => {
  it.each([
    ['by the same reading', 'Visits, ${visit.first}', 'It costs ${visit.first}.'],
    ['by another fact with the same figure', 'Visits, ${visit.first}', 'For ${visit.range}.'],
    ['by a range that begins with it', 'From ${visit.first}', 'It costs ${visit.range}.'],
    ['by the same figure, typed', 'Visits, ${visit.first}', 'It costs $40.'],
    ['by a page that says nothing of it', 'Parking, ${parking}', 'Come and see.'],
    ['by a page with a longer figure beside it', 'Wait ${wait}', 'It costs ${visit.second}.'],
  ])('%s', async (_, label, printed) => {
    expect(await checkLink(label, printed)).toEqual([])
  })
})

describe('a promise is broken', () => {
  it('by another price of the service that the page is about', async () => {
    expect(await checkLink('Visits, ${visit.first}', 'Come and see.')).toEqual([
      'BROKEN_PROMISE "Visits, $40" promises $40, but /to says $60 (pages/promise.yaml:25).',
    ])
  })

  it('by a figure that is only the end of another one', async () => {
    expect(await checkLink('Visits, ${visit.first}', 'Room $1.40, or $400.')).toHaveLength(1)
  })

  it('by a reading of the same fact, which is a question for the owner', async () => {
    expect(await checkLink('Visits, ${visit.first}', 'It costs ${visit.second}.')).toEqual([
      'UNSETTLED_PROMISE Which is right for "A visit": $40 (first), $50 (second) or $40–$90 (range)? /from says $40 (pages/promise.yaml:19) and links to /to, which says $50 (pages/promise.yaml:27). Printed on /from, /to and /start.',
    ])
  })

  it('but not by a reading once the owner has settled the fact', async () => {
    const facts = '    settled: second'
    expect(await checkLink('Visits, ${visit.first}', '${visit.second}.', { facts })).toEqual([])
  })

  it('by the price of the page, if the figure is typed', async () => {
    const more = `  /third:
    kind: info
    title: Third
    description: A link that somebody typed.
    noindex: true
    blocks:
      - { type: hero, heading: Third, actions: [{ label: 'Tune-ups, $60', href: /start }] }
`
    expect(await checkLink('Go on', 'Come and see.', { more })).toEqual([
      'BROKEN_PROMISE "Tune-ups, $60" promises $60, but /start says $40 (pages/promise.yaml:33).',
    ])
  })
})

it('the readings of one service on linked pages are one question', async () => {
  const more = `  /third:
    kind: info
    title: Third
    description: 'It costs \${visit.second}.'
    noindex: true
    blocks:
      - { type: hero, heading: Third, actions: [{ label: Start here, href: /start }] }
`
  const found = await checkLink('Visits, ${visit.first}', 'It costs ${visit.second}.', { more })
  expect(found).toHaveLength(1)
})

it('a link in a template is reported once', async () => {
  const more = `sets:
  /towns/{town}:
    rows: [{ town: Crane }, { town: Pecos }]
    page:
      kind: location
      title: Repairs in {{town}}
      description: We come to {{town}} on Mondays and Fridays.
      noindex: true
      city: { name: '{{town}}', region: TX }
      blocks:
        - { type: hero, heading: '{{town}}', actions: [{ label: 'Visits, \${visit.first}', href: /to }] }
`
  const found = await checkLink('Go on', 'Come and see.', { more })
  expect(found).toEqual([
    'BROKEN_PROMISE "Visits, $40" promises $40, but /to says $60 (pages/promise.yaml:25).',
  ])
})

it('a figure in a cell is located in its table', async () => {
  await mkdir(join(site, 'data'), { recursive: true })
  await writeFile(join(site, 'data/prices.csv'), 'town,price\nCrane,tune-up\n')
  const more = `  /third:
    kind: info
    title: Third
    description: A link to a page of a set.
    noindex: true
    blocks:
      - { type: hero, heading: Third, actions: [{ label: 'Visits, \${visit.first}', href: /prices/crane }] }
sets:
  /prices/{town}:
    rows: data/prices.csv
    page:
      kind: service
      title: Prices in {{town}}
      description: What a visit costs in {{town}}.
      noindex: true
      service: { name: A visit, price: '{{price}}' }
      blocks: [{ type: hero, heading: '{{town}}' }]
`
  expect(await checkLink('Go on', 'Come and see.', { more })).toEqual([
    'BROKEN_PROMISE "Visits, $40" promises $40, but /prices/crane says $60 (data/prices.csv:2).',
  ])
})

it('figures are compared even if the language of the site does not exist', async () => {
  const file = join(site, 'pages.yaml')
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace('language: en-US', 'language: " "'))
  expect(await checkLink('Visits, ${visit.first}', 'Come and see.')).toHaveLength(1)
  await writeFile(file, text)
})
