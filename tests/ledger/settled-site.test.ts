/** This site, as it is once an owner has answered the worksheet. */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DomUtils, parseDocument } from 'htmlparser2'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { renderDocument } from '../../renderer/document.tsx'
import { addJsonLd } from '../helpers/add-json-ld.ts'
import type { SiteData } from '../../schema/page-data.ts'
import { includesWholeWords } from '../../schema/rules/ledger/figures.ts'
import { listLedger, type Ledger } from '../../scripts/report/list-ledger.ts'
import { listQuestions, type Question } from '../../scripts/report/questions.ts'
import { checkSite, readWholeSite } from '../../scripts/prerender/run/inspect-site.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'

let site: string
let ledger: Ledger
let questions: Question[]
/** What visitors read, by route. */
const texts = new Map<string, string>()

beforeAll(async () => {
  site = await mkdtemp(join(tmpdir(), 'signpost-settled-'))
  for (const part of ['pages.yaml', 'pages', 'public', 'dates.gen.json', 'addresses.gen.json'])
    await cp(join(root, part), join(site, part), { recursive: true })
  const answers = join(root, 'tests/settled-answers.yaml')
  const { code, stderr } = await runInProcess('facts', ['--site', site, '--answers', answers])
  expect(code, stderr).toBe(0)
  const whole = await readWholeSite(site)
  ledger = listLedger(whole, '2026-11-26')
  questions = listQuestions(whole, ledger, '2026-11-26')
  for (const { data } of addJsonLd(whole)) {
    const html = renderDocument(data, whole.site as SiteData).replaceAll('</', ' </')
    const [body] = DomUtils.getElementsByTagName('body', parseDocument(html))
    texts.set(data.route, DomUtils.textContent(body!).replace(/\s+/g, ' '))
  }
})
afterAll(() => rm(site, { recursive: true }))

it('leaves no question about which figure is right', async () => {
  const { problems } = await checkSite(site)
  const open = problems.filter(
    ({ code, severity }) =>
      code.startsWith('UNSETTLED') || code === 'BROKEN_PROMISE' || severity === 'error',
  )
  expect(open.map(({ message }) => message)).toEqual([])
  expect(ledger.facts.filter(({ hasConflict }) => hasConflict)).toEqual([])
  expect(questions.filter(({ topic }) => topic === 'total' || topic === 'fee')).toEqual([])
})

it('prints no figure that has lost', () => {
  const readings = ledger.facts.flatMap((fact) => fact.readings.map((each) => ({ fact, ...each })))
  const printed = new Set(
    readings.filter((each) => each.printed.length > 0).map(({ text }) => text),
  )
  const lost = readings.filter(
    // A number by itself may mean anything, and maps have a ring at half of the radius.
    ({ fact: { isSettled, used, unit }, name, text }) =>
      isSettled && name !== used && unit !== 'count' && text !== '30 miles' && !printed.has(text),
  )
  expect(lost.length).toBeGreaterThan(20)
  const found = lost.flatMap(({ fact, text }) =>
    [...texts]
      .filter(([, page]) => includesWholeWords(page, text))
      .map(([route]) => `${route}: ${text} (${fact.name})`),
  )
  expect(found).toEqual([])
})

it.each([
  [
    '$60',
    'one document on a weekday',
    ['/pricing', '/locations/midland', '/locations/stanton', '/mobile-vs-online'],
  ],
  ['$130', 'three documents', ['/pricing', '/notary/cost', '/mobile-notary', '/mobile-vs-online']],
  [
    '$85',
    'an evening',
    [
      '/pricing',
      '/notary/after-hours',
      '/mobile-notary/schedule',
      '/ppc/after-hours-notary-midland-tx',
      '/es/24-horas',
    ],
  ],
  ['$85', 'a weekend', ['/pricing', '/notary/weekend', '/notary-near-me']],
  [
    '$110',
    'an emergency',
    [
      '/pricing',
      '/notary/emergency',
      '/mobile-notary/emergency',
      '/mobile-notary/schedule',
      '/documents/legal',
    ],
  ],
  [
    '$80',
    'a hospital',
    ['/services/hospital', '/notary/hospital', '/services/senior-living', '/notary/cost'],
  ],
  ['$80', 'Big Spring', ['/locations/big-spring', '/mobile-notary-near-me']],
  ['$76', 'Garden City', ['/locations/garden-city', '/mobile-notary-near-me']],
])('prints %s for %s on each page about it', (total, _, routes) => {
  expect(routes.filter((route) => !includesWholeWords(texts.get(route)!, total))).toEqual([])
})

it('says nothing any more that held for the other figures only', () => {
  const all = [...texts].map(([route, text]) => `${route} ${text}`)
  for (const words of [
    'each signature',
    'per notarization',
    'no weekend fee',
    'Call earlier',
    'ease later hours',
    '7–9 PM',
    'línea en inglés',
    'saves each resident',
    'credible witnesses',
    '21–30 miles',
    '20 minutes',
  ])
    expect(
      all.filter((text) => text.includes(words)).map((text) => text.split(' ')[0]),
      words,
    ).toEqual([])
})
