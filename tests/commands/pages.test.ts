/** Reports on where a page is written, on what is at an address, and lists of pages. */
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerAddress } from '../../scripts/report/answer-address.ts'
import { formatText } from '../../scripts/report/print-text.ts'
import type { WholeSite } from '../../scripts/prerender/run/inspect-site.ts'
import { readReportedSite } from '../../scripts/shared/read-site-report.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'

let work: string
let resolved: WholeSite
function ask(address: string) {
  const { sections, ...answer } = answerAddress(resolved, address)
  return { ...answer, text: formatText(sections) }
}
const run = (...args: string[]) => runInProcess('pages', ['--site', work, ...args])
const list = async (...words: string[]) => (await run(...words)).stdout.split('\n\n')[0]!

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'signpost-pages-'))
  await cp(join(root, 'tests/base-site'), work, { recursive: true })
  await mkdir(join(work, 'public'))
  await writeFile(join(work, 'public/prices.pdf'), '')
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>'
  await writeFile(join(work, 'public/bench.svg'), svg)
  await writeFile(
    join(work, 'pages/repairs.yaml'),
    `pages:
  /repairs:
    kind: service
    title: Repairs
    description: A tune-up costs \${tune-up}.
    aliases: [/mending, /Old-Page.html]
    service: { name: Repairs, price: tune-up }
    blocks:
      - { type: hero, heading: 'Repairs, \${tune-up}', picture: { src: /bench.svg, alt: A bench } }
      - type: prose
        id: terms
        body: |
          Read [the terms](#terms) and
          the [list](/prices.pdf), or [go home](/).
  /ads/repairs:
    kind: ppc
    title: Repairs today
    description: Call now.
    placeholder: true
    service: { name: Repairs }
    blocks:
      - type: hero
        heading: Repairs today
        lead: See [all repairs](/repairs#terms), or [mending](/mending).
        actions: [{ label: Call, href: 'tel:' }]
      - type: testimonials
        heading: They say
        items: [{ quote: 'Good work, and quick.', name: A client, placeholder: true }]
planned:
  /rentals: Rentals
sets:
  /towns/{town}:
    rows: [{ town: Crane }, { town: Odessa }]
    page:
      kind: location
      title: Repairs in {{town}}
      description: 'We come to {{town}}.'
      noindex: true
      city: { name: '{{town}}', region: TX }
      blocks:
        - { type: hero, heading: 'Repairs in {{town}}', lead: 'See [repairs](/repairs).' }
`,
  )
  resolved = await readReportedSite(work)
})
afterAll(() => rm(work, { recursive: true }))

describe('an address', () => {
  it('reports file, status, redirects, links, facts and placeholders of a page', () => {
    expect(
      ask('/repairs').text.split('\n\nFor search engines')[0],
    ).toBe(`/repairs  pages/repairs.yaml:2
  Repairs
  service, listed
  redirect from /mending  pages/repairs.yaml:6
  redirect from /Old-Page.html  pages/repairs.yaml:6

Links to it (4)
  /ads/repairs to #terms           pages/repairs.yaml:24
  /ads/repairs by way of /mending  pages/repairs.yaml:24
  /towns/crane                     pages/repairs.yaml:41
  /towns/odessa                    pages/repairs.yaml:41

Links from it (2)
  /prices.pdf  pages/repairs.yaml:14
  /            pages/repairs.yaml:14

Facts (1)
  tune-up  $60  pages/repairs.yaml:5, pages/repairs.yaml:7, pages/repairs.yaml:9`)
    expect(ask('/ads/repairs').text).toContain(
      'Placeholders (2)\n  "Repairs today"  pages/repairs.yaml:19\n  "A client"       pages/repairs.yaml:28',
    )
  })

  it.each([
    'repairs',
    '/repairs/',
    '/repairs?utm_source=x',
    'https://bikes.example.com/repairs/index.html',
    'https://www.bikes.example.com/repairs',
    'http://localhost:4173/repairs/',
  ])('understands %s', (address) => {
    expect(ask(address)).toEqual(ask('/repairs'))
  })

  it('reports what is at other addresses', () => {
    expect(ask('/Old-Page.html').text).toMatch(
      /^\/Old-Page\.html redirects to \/repairs\.\n\n\/repairs {2}pages\/repairs\.yaml:2\n/,
    )
    expect(ask('/repairs#terms').text).toMatch(
      /^\/repairs#terms {2}pages\/repairs\.yaml:11\n.*\nLinks to it \(1\)\n/s,
    )
    expect(ask('/prices.pdf').text).toBe(
      '/prices.pdf is the file public/prices.pdf.\n\nLinks to it (1)\n  /repairs  pages/repairs.yaml:14',
    )
    expect(ask('/bench.svg').text).toBe(
      '/bench.svg is the file public/bench.svg.\n\nShown on (1)\n  /repairs  pages/repairs.yaml:9\n\nLinks to it (0)',
    )
    expect(ask('/rentals').text).toMatch(
      /^\/rentals {2}pages\/repairs\.yaml:30\n.*\n {2}planned, not written yet\n/,
    )
    expect(ask('/towns/odessa').text).toContain('from the row pages/repairs.yaml:33\n')
    expect(ask('/404').text).toMatch(/^\/404 {2}pages\.yaml:\d+\n/)
  })

  it('recognizes addresses of other sites', () => {
    expect(ask('https://other.example.com/repairs#terms')).toMatchObject({
      text: 'other.example.com is another site than this one, https://bikes.example.com. Ask for /repairs#terms to look here.',
      isFound: false,
    })
  })

  it('suggests the address that may be meant', () => {
    expect(ask('/repiars')).toMatchObject({
      text: 'There is nothing at /repiars. Did you mean /repairs?',
      isFound: false,
    })
    expect(ask('/odessa').text).toContain('Did you mean /towns/odessa?')
    expect(ask('/repairs#term').text).toMatch(
      /^\/repairs has no anchor #term\. Did you mean \/repairs#terms\?\n/,
    )
  })
})

describe('pages', () => {
  it('lists each page with its kind, status, line and title', async () => {
    expect(await list()).toBe(
      [
        '/              home      listed                   pages/home.yaml:3      Corner Bike Shop',
        '/repairs       service   listed                   pages/repairs.yaml:2   Repairs',
        '/ads/repairs   ppc       not listed, placeholder  pages/repairs.yaml:15  Repairs today',
        '/towns/crane   location  noindex                  pages/repairs.yaml:32  Repairs in Crane',
        '/towns/odessa  location  noindex                  pages/repairs.yaml:32  Repairs in Odessa',
        '/rentals       planned   not written yet          pages/repairs.yaml:30  Rentals is coming',
      ].join('\n'),
    )
  })

  it('lists those that contain every word, and the address that a page had', async () => {
    expect(await list('TOWNS', 'crane')).toMatch(/^\/towns\/crane .*Repairs in Crane$/)
    expect(await list('planned')).toMatch(/^\/rentals /)
    expect(await list('mending')).toMatch(/^\/mending +redirect +redirects to \/repairs /)
    expect(await run('nowhere')).toMatchObject({ code: 1, stdout: '0 of 9 pages\n' })
  })
})
