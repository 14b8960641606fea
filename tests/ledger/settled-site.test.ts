/** This site, as it is once an owner has answered the worksheet. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DomUtils, parseDocument } from 'htmlparser2'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { renderDocument } from '../../renderer/document.tsx'
import { addJsonLd } from '../helpers/add-json-ld.ts'
import type { SiteData } from '../../schema/page-data.ts'
import type { Problem } from '../../schema/problems/problem.ts'
import { includesWholeWords } from '../../schema/rules/ledger/figures.ts'
import { listLedger, type Ledger } from '../../scripts/report/list-ledger.ts'
import { listQuestions, type Question } from '../../scripts/report/questions.ts'
import { readWholeSite } from '../../scripts/prerender/run/inspect-site.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'

let site: string
let problems: Problem[]
let ledger: Ledger
let questions: Question[]
/** What visitors read, by route. */
const texts = new Map<string, string>()
/** The hours that search engines read on the home page. */
let hours: unknown

beforeAll(async () => {
  site = await mkdtemp(join(tmpdir(), 'signpost-settled-'))
  for (const part of ['pages.yaml', 'pages', 'public', 'dates.gen.json', 'addresses.gen.json'])
    await cp(join(root, part), join(site, part), { recursive: true })
  const answers = join(root, 'tests/settled-answers.yaml')
  const { code, stderr } = await runInProcess('facts', ['--site', site, '--answers', answers])
  expect(code, stderr).toBe(0)
  const whole = await readWholeSite(site)
  problems = whole.problems
  ledger = listLedger(whole, '2026-11-26')
  questions = listQuestions(whole, ledger, '2026-11-26')
  for (const { data } of addJsonLd(whole)) {
    if (data.route === '/') hours = data.jsonLd?.find((each) => 'openingHoursSpecification' in each)
    const html = renderDocument(data, whole.siteData as SiteData).replaceAll('</', ' </')
    const [body] = DomUtils.getElementsByTagName('body', parseDocument(html))
    texts.set(data.route, DomUtils.textContent(body!).replace(/\s+/g, ' '))
  }
})
afterAll(() => rm(site, { recursive: true }))

it('leaves no question about which figure is right', () => {
  const open = problems.filter(
    ({ code, severity }) =>
      code.startsWith('UNSETTLED') || code === 'BROKEN_PROMISE' || severity === 'error',
  )
  expect(open.map(({ message }) => message)).toEqual([])
  expect(ledger.facts.filter(({ hasConflict }) => hasConflict)).toEqual([])
  expect(questions.filter(({ topic }) => topic === 'total' || topic === 'fee')).toEqual([])
})

it('tells search engines the hours of visits that pages print', () => {
  const week = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']
  expect(texts.get('/notary/after-hours')).toMatch(/until 11.PM/)
  expect(hours).toMatchObject({
    openingHoursSpecification: expect.arrayContaining([
      expect.objectContaining({ dayOfWeek: week, opens: '08:00', closes: '23:00' }),
      expect.objectContaining({ dayOfWeek: ['Sunday'], opens: '10:00', closes: '18:00' }),
    ]),
  })
})

it('says who is on camera at night, and which list an ID is on', () => {
  for (const route of ['/24-hour-notary-near-me', '/online-notary/faq'])
    expect(texts.get(route), route).toContain('One notary does every session')
  expect(texts.get('/es/24-horas')).toContain('Siempre le atiende la misma persona')
  expect(texts.get('/terms')).toContain('an ID that we accept')
})

it('says on pages about visits only what the list of accepted IDs says, with or without expired ones', () => {
  const narrow =
    /\b(current|valid|unexpired|vigente)\b[^.]{0,20}\b(ID|foto)\b|identificación vigente/i
  const others = /^\/(online-notary|book-online|resources|blog|es\/(en-linea|pedir-en-linea))/
  const chooser = ['/notary-near-me', '/24-hour-notary-near-me', '/es/cerca-de-mi']
  const found = [...texts].filter(([route, text]) => !others.test(route) && narrow.test(text))
  // There, a list says what a session online needs.
  expect(found.map(([route]) => route).filter((route) => !chooser.includes(route))).toEqual([])
})

it('shows the rating before it says where reviews were written', () => {
  expect(texts.get('/testimonials')).toMatch(
    /How clients rate us\s*100\+ clients\s*5.0\/5.*Reviews elsewhere/,
  )
})

it('says who comes by name', () => {
  for (const route of ['/', '/about', '/mobile-notary', '/notary/emergency'])
    expect(texts.get(route), route).toMatch(
      /\(name to be added\) (comes|brings|is typically there|can be at your door)/,
    )
})

it('says beside the price of an emergency at a hospital at which hours it holds', () => {
  for (const route of ['/notary/emergency', '/mobile-notary/emergency'])
    expect(texts.get(route), route).toMatch(/At a hospital.{0,70}It.s the same at any hour/)
})

it('says what a visit before 8 AM costs, and until when one comes tonight', () => {
  const early = texts.get('/24-hour-notary-near-me')
  expect(early).toContain('Before 8 AM, a visit is at the evening price. That early, we come')
  expect(texts.get('/notary/after-hours')).toMatch(/or before 8.AM\s*\$85/)
  expect(texts.get('/notary/after-hours')).toMatch(/When\s*until 11.PM ?, later by arrangement/)
  expect(texts.get('/mobile-notary/emergency')).toContain('on a weekday from 8 AM to 6 PM')
})

it('names the total of a closing on a weekend', () => {
  expect(texts.get('/notary/loan-documents')).toContain('the whole closing comes to $175')
})

it('names the price of a group where it can be less than paying by the document', () => {
  for (const route of ['/services/senior-living', '/services/group-signings', '/pricing'])
    expect(texts.get(route), route).toContain('$45 each')
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
    'or the fee for your town',
    'residents of one home',
    // Nobody has asked the owner about these promises.
    'until we set out',
    'on the road to an emergency',
    'usually within 30 minutes',
    // Another notary can be on camera at night.
    'One notary for',
  ])
    expect(
      all.filter((text) => text.includes(words)).map((text) => text.split(' ')[0]),
      words,
    ).toEqual([])
})

it('keeps every budget, with a photo of the owner on every page', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const photo = sharp({
    create: { width: 800, height: 800, channels: 3, background: 'tan', noise },
  })
  await photo.jpeg().toFile(join(site, 'public/people/owner.jpg'))
  const file = join(site, 'pages.yaml')
  const settings = await readFile(file, 'utf8')
  expect(settings).toContain('/people/portrait.svg')
  // Nobody loads share images and large icons with a page, and drawing them takes long.
  const without = "\nsite:\n  shareImages: 'none'\n  icons: 'none'\n"
  await writeFile(
    file,
    settings.replaceAll('/people/portrait.svg', '/people/owner.jpg').replace('\nsite:\n', without),
  )
  const { code, stderr } = await runInProcess('build', ['--site', site])
  expect(code, stderr).toBe(0)
  expect(stderr).not.toContain('Over budget')
}, 180_000)
