/** A new site: what is asked, what is written, and that it passes the check for every trade. */
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { parse } from 'yaml'
import type { Problem } from '../../schema/problems/problem.ts'
import { formatProblems } from '../../schema/problems/format-problems.ts'
import { collectAnswers } from '../../scripts/new/site/ask-answers.ts'
import { findTrade } from '../../scripts/new/site/find-trade.ts'
import { findCurrency } from '../../scripts/shared/currencies.ts'
import { findTimeZone } from '../../scripts/new/site/states.ts'
import * as answers from '../../scripts/new/site/site-answers.ts'
import { createSiteFiles } from '../../scripts/new/site/site-files.ts'
import { checkSite } from '../../scripts/prerender/run/inspect-site.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'

let work: string
beforeAll(async () => void (work = await mkdtemp(join(tmpdir(), 'signpost-new-site-'))))
afterAll(() => rm(work, { recursive: true }))

const options = ['--name', 'Pipes & Sons: "P&S"', '--trade', 'Plumbing', '--phone', '432 555 1234']

describe('npm run new -- site', () => {
  it('writes a whole site that passes the check, and says how to see it', async () => {
    const site = join(work, 'plumber')
    await mkdir(join(site, '.git'), { recursive: true })
    const more = ['--town', 'Austin, TX', '--nearby', 'Odessa, Big Spring', '--colors', 'navy']
    const { code, stdout, stderr } = await runInProcess('new', ['site', site, ...options, ...more])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain(`npm run dev -- --site ${site} --open`)
    const { site: settings, navigation } = parse(await readFile(join(site, 'pages.yaml'), 'utf8'))
    expect(settings).toMatchObject({
      name: 'Pipes & Sons: "P&S"',
      phone: { number: '+1 (432) 555-1234' },
      theme: { accent: '#000080', decoration: 'waves' },
      business: { type: 'Plumber', locality: 'Austin', region: 'TX', country: 'US' },
    })
    expect(settings.phone).not.toHaveProperty('placeholder')
    expect(navigation.header.menus[1].items).toEqual([
      { label: 'Austin', href: '/areas/austin' },
      { label: 'Odessa', href: '/areas/odessa' },
      { label: 'Big Spring', href: '/areas/big-spring' },
    ])
    const { problems, pageCount } = await checkSite(site)
    expect(pageCount).toBe(8)
    expect(problems.filter(({ severity }) => severity !== 'note')).toEqual([])
    // It is a site with Signpost as a package, and its owner finds out how to use it.
    const manifest = JSON.parse(await readFile(join(site, 'package.json'), 'utf8'))
    expect(manifest.dependencies.signpost).toMatch(/^\^\d+\.\d+\.\d+$/)
    expect(manifest.scripts).toMatchObject({ dev: 'signpost dev', upgrade: 'signpost upgrade' })
    const readme = await readFile(join(site, 'README.md'), 'utf8')
    expect(readme).toContain('# The website of Pipes & Sons')
    expect(readme.split('\n').length).toBeLessThan(25)
    // Every invented price is marked.
    const { facts } = parse(await readFile(join(site, 'pages/facts.yaml'), 'utf8'))
    expect(Object.keys(facts).length).toBeGreaterThan(3)
    for (const fact of Object.values(facts)) expect(fact).toMatchObject({ placeholder: true })
  })

  it('never writes into a folder with files, nor without an answer to every question', async () => {
    const site = join(work, 'other')
    await mkdir(site)
    await writeFile(join(site, 'notes.txt'), '')
    expect(await runInProcess('new', ['site', site, ...options])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not empty. Nothing was written.'),
    })
    expect(await runInProcess('new', ['site', `${site}-2`, ...options])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--town is missing.'),
    })
    expect(
      await runInProcess('new', ['site', `${site}-2`, ...options, '--town', 'Austin']),
    ).toMatchObject({ code: 2, stderr: expect.stringContaining('Write the town and its state') })
  })
})

describe('the texts', () => {
  const folder = join(root, 'scripts/new/site/trades')
  const trades = readdirSync(folder).flatMap((file): string[] => {
    const { names } = parse(readFileSync(join(folder, file), 'utf8'))
    return names.slice(0, 1)
  })

  it('pass the check for every trade, however long the names are', async () => {
    expect(trades.length).toBeGreaterThan(20)
    for (const trade of [...trades, 'glass eye technician roofing']) {
      const site = join(work, 'trades', trade)
      const files = createSiteFiles({
        name: 'The Very Long Name of a Family Business, LLC & Co.',
        trade,
        town: { name: 'San Juan de los Lagos Viejos', region: 'North Carolina', country: 'US' },
        phone: { number: '+1 (432) 555-0142' },
        colors: {},
        nearby: ['Port of the Old Lakes', 'Two Rivers'],
        host: 'github',
      })
      for (const [path, content] of Object.entries(files)) {
        await mkdir(dirname(join(site, path)), { recursive: true })
        await writeFile(join(site, path), content)
      }
      const { problems } = await checkSite(site)
      const isExpected = ({ code }: Problem) =>
        code === 'PLACEHOLDER' || code === 'SPARSE_STRUCTURED_DATA'
      const mistakes = problems.filter((problem) => !isExpected(problem))
      expect(formatProblems(mistakes), trade).toBe('')
      expect(problems.length).toBeGreaterThan(10)
    }
  })

  it('are found by the words that people use for a trade', () => {
    expect(findTrade('plumbing')).toMatchObject({ id: 'plumber', noun: 'plumber' })
    expect(findTrade('pediatric dentist')).toMatchObject({
      id: 'dentist',
      noun: 'pediatric dentist',
    })
    expect(findTrade('kite flyer')).toMatchObject({ id: 'any', noun: 'kite flyer' })
    expect(findTrade('mobile dog grooming')).toMatchObject({
      id: 'pet-care',
      noun: 'mobile dog groomer',
    })
    expect(findTrade('piano lessons')).toMatchObject({ id: 'lessons', noun: 'piano teacher' })
    expect(findTrade('24 hour locksmith')).toMatchObject({ id: 'emergency' })
    expect(findTrade('swimming school')).toMatchObject({ id: 'lessons', noun: 'swimming school' })
  })

  it.each([
    // A trade, the family whose texts it shares, how it meets its customers, and its name in a sentence.
    ['massage', 'care', 'any', 'massage therapist'],
    ['mobile massage', 'care', 'visit', 'mobile massage therapist'],
    ['mobile hairdresser', 'care', 'visit', 'mobile hairdresser'],
    ['mobile dentist', 'any', 'visit', 'mobile dentist'],
    ['nail salon', 'studio', 'appointment', 'nail salon'],
    ['café', 'food', 'counter', 'café'],
    ['chinese restaurant', 'food', 'counter', 'chinese restaurant'],
    ['mobile pest control', 'visits', 'visit', 'mobile pest control company'],
    ['piano movers', 'visits', 'visit', 'piano moving company'],
    ['roofers', 'building', 'visit', 'roofer'],
    ['emergency roof repair', 'building', 'visit', 'emergency roof repair company'],
    ['heating & cooling', 'building', 'visit', 'heating & cooling company'],
    ['HVAC', 'building', 'visit', 'HVAC company'],
    ['window cleaning', 'cleaning', 'visit', 'window cleaner'],
    ['carpet-cleaning services', 'cleaning', 'visit', 'carpet-cleaning service'],
    ['dry cleaning', 'any', 'any', 'dry cleaner'],
    ['plumbing contractor', 'plumber', 'visit', 'plumbing contractor'],
    ['24/7 towing', 'emergency', 'visit', '24/7 towing company'],
    ['wedding photography', 'events', 'any', 'wedding photographer'],
    ['mobile mechanic', 'vehicles', 'visit', 'mobile mechanic'],
    ['auto repair', 'auto-repair', 'appointment', 'auto repair shop'],
    ['mobile auto repair', 'vehicles', 'visit', 'mobile auto repair company'],
    ['bicycle mechanic', 'repair', 'any', 'bicycle mechanic'],
    ['bike shop', 'shop', 'any', 'bike shop'],
    ['bail bonds', 'advice', 'any', 'bail bonds agent'],
    ['land surveying', 'advice', 'any', 'land surveyor'],
    ['attorneys', 'advice', 'any', 'attorney'],
    ['custom cakes', 'any', 'any', 'custom cakes company'],
  ])('of %s are those of the family %s', (trade, id, way, noun) => {
    expect(findTrade(trade)).toMatchObject({ id, way, noun })
  })

  it.each([
    ['used car dealer', 'Looking for a used car dealer near'],
    ['HVAC', 'Looking for an HVAC company near'],
  ])('have the right article before %s', (trade, sentence) => {
    const files = createSiteFiles({
      name: 'Ann',
      trade,
      town: { name: 'Fargo', region: 'ND', country: 'US' },
      phone: { number: '+1 (701) 555-0142' },
      colors: {},
      nearby: [],
      host: 'github',
    })
    expect(files['pages/areas.yaml']).toContain(sentence)
  })
})

it('has no invented towns, is spelled as in its country, and says whose texts it has', async () => {
  const site = join(work, 'salon')
  const given = [
    '--name',
    'Curls',
    '--phone',
    '0113 496 0000',
    '--town',
    'Leeds, West Yorkshire, GB',
  ]
  const { code, stdout } = await runInProcess('new', [
    'site',
    site,
    ...given,
    '--trade',
    'hair stylist',
  ])
  expect(code).toBe(0)
  expect(stdout).toContain('Its trade is hair stylist, with texts for: hair salon.')
  const rows = parse(await readFile(join(site, 'data/towns.yaml'), 'utf8')) as object[]
  expect(rows).toHaveLength(1)
  const home = await readFile(join(site, 'pages/home.yaml'), 'utf8')
  expect(home).toContain('Colour and highlights')
  expect(home).not.toContain('Color')
  const { problems } = await checkSite(site)
  expect(formatProblems(problems.filter(({ severity }) => severity !== 'note'))).toBe('')
  // The page about privacy is true of a form, too.
  const add = async (file: string, change: (text: string) => string) => {
    const path = join(site, file)
    await writeFile(path, change(await readFile(path, 'utf8')))
  }
  await add('pages.yaml', (text) =>
    text.replace('  theme:', '  form: { endpoint: https://formspree.io/f/abcdefgh }\n  theme:'),
  )
  const form = `{ type: form, id: ask, heading: Ask, action: Send, sent: { heading: Sent, text: Thanks. }, fields: [{ label: Name, autocomplete: name }] }`
  await add('pages/contact.yaml', (text) => `${text.trimEnd()}\n      - ${form}\n`)
  const withForm = await checkSite(site)
  expect(formatProblems(withForm.problems.filter(({ severity }) => severity !== 'note'))).toBe('')
  const other = ['--name', 'Kites', '--phone', '0113 496 0000', '--town', 'Leeds, Yorkshire, GB']
  const kites = await runInProcess('new', ['site', `${site}-2`, ...other, '--trade', 'kite flyer'])
  expect(kites.stdout).toContain('No texts are written for this trade (kite flyer)')
  expect(kites.stdout).not.toContain('in English')
  const graz = ['--phone', '+43 316 821234', '--town', 'Graz, Steiermark, AT']
  const more = [...other.slice(0, 2), ...graz, '--trade', 'kite flyer']
  const abroad = await runInProcess('new', ['site', `${site}-3`, ...more])
  expect(abroad.stdout).toContain(
    'Its texts are in English (en-GB). For another language, change language:',
  )
})

it('a town that is named twice has one page', () => {
  const files = createSiteFiles({
    name: 'Pipes',
    trade: 'plumber',
    town: { name: 'Austin', region: 'TX', country: 'US' },
    phone: { number: '+1 (512) 555-0142' },
    colors: {},
    nearby: ['AUSTIN', 'Buda'],
    host: 'github',
  })
  const rows = parse(files['data/towns.yaml']!) as { town: string }[]
  expect(rows.map(({ town }) => town)).toEqual(['Austin', 'Buda'])
})

it.each([
  ['Tucson, AZ', 'America/Phoenix'],
  ['El Paso, TX', 'America/Denver'],
  ['Austin, TX', 'America/Chicago'],
  ['Leeds, West Yorkshire, GB', 'Europe/London'],
  ['Perth, WA, AU', 'Australia/Perth'],
  ['Milano, Italy', 'Europe/Rome'],
  ['Vancouver, WA', 'America/Los_Angeles'],
  ['Fargo, N.D.', 'America/Chicago'],
  ['Leeds, England', 'Europe/London'],
])('%s is in the time zone %s', (town, timeZone) => {
  expect(findTimeZone(answers.parseTown(town))?.timeZone).toBe(timeZone)
})

it('prices are in the money of the country', () => {
  expect(['NL', 'CA', 'TR', 'AR'].map(findCurrency)).toEqual(['EUR', 'CAD', 'TRY', 'ARS'])
})

describe('an answer', () => {
  it('is understood as people write it', () => {
    expect(answers.parseTrade(' Food  Truck ')).toBe('food truck')
    expect(answers.parseTrade('Thai Massage')).toBe('Thai massage')
    for (const text of ['Tucson, AZ', 'tucson, arizona', 'TUCSON ARIZONA', 'Tucson AZ'])
      expect(answers.parseTown(text)).toEqual({ name: 'Tucson', region: 'AZ', country: 'US' })
    expect(answers.parseTown('new york new york')).toMatchObject({ name: 'New York', region: 'NY' })
    expect(answers.parseTown('Halifax, Nova Scotia, Canada')).toMatchObject({ country: 'CA' })
    expect(answers.parseTown('Toronto, on')).toEqual({
      name: 'Toronto',
      region: 'ON',
      country: 'CA',
    })
    expect(answers.readPhoneAnswer('1-432-555-0142', 'US')).toEqual({
      number: '+1 (432) 555-0142',
      placeholder: true,
    })
    const number = '+44 113 496 0000'
    expect(answers.readPhoneAnswer('0113 496 0000', 'GB')).toEqual({ number })
    expect(answers.readPhoneAnswer(number, 'US')).toEqual({ number })
    expect(answers.readPhoneAnswer('+44 (0)113 496 0000', 'IE')).toEqual({ number })
    expect(answers.readPhoneAnswer('+49 30 901820', 'US')).toEqual({ number: '+49 30 901820' })
    expect(answers.readPhoneAnswer('030 1234567', 'DE')).toEqual({ number: '+49 30 1234567' })
    expect(answers.readPhoneAnswer('06 1234 5678', 'IT')).toEqual({ number: '+39 06 1234 5678' })
    const milano = { name: 'Milano', region: '', country: 'IT' }
    for (const text of ['Milano, Italy', 'milano, italia'])
      expect(answers.parseTown(text)).toEqual(milano)
    expect(answers.parseTown('Utrecht, Utrecht, Nederland')).toMatchObject({ country: 'NL' })
    expect(answers.parseTown('Utrecht, Netherlands')).toMatchObject({ country: 'NL' })
    expect(answers.parseTown('St. Johns, NL, Canada')).toMatchObject({ country: 'CA' })
    expect(answers.parseColors('forest green, #fff')).toEqual({
      accent: '#228b22',
      ground: '#ffffff',
    })
  })

  it.each([
    ['The name is missing.', () => answers.parseName('  ')],
    ['The name must not contain "<".', () => answers.parseName('Tom <b>')],
    ['The name must not contain "$".', () => answers.parseName('${price}')],
    ['The trade must have letters in it.', () => answers.parseTrade('123')],
    ['Write the town and its state, such as Austin, TX, or', () => answers.parseTown('Austin')],
    ['"Bavaria" is no state. Write the town', () => answers.parseTown('Munich, Bavaria')],
    [
      'NL is Newfoundland and Labrador in Canada, and Netherlands.',
      () => answers.parseTown('Utrecht, NL'),
    ],
    ['"Frankreich" is no country.', () => answers.parseTown('Paris, Paris, Frankreich')],
    [
      '"555-0142" is no phone number (country: United States).',
      () => answers.readPhoneAnswer('555-0142', 'US'),
    ],
    [
      'is no phone number (country: United Kingdom)',
      () => answers.readPhoneAnswer('call me', 'GB'),
    ],
    ['is no phone number', () => answers.readPhoneAnswer('(000) 000-0000', 'US')],
    ['is no phone number', () => answers.readPhoneAnswer('+49 1', 'DE')],
    ['"orenge" is not a color. Did you mean orange?', () => answers.parseColors('orenge')],
    // No name begins like it or is a typo of it: a guess would be another color.
    ['"cream" is not a color. Write a CSS', () => answers.parseColors('cream')],
    ['"sand" is not a color. Did you mean sandybrown?', () => answers.parseColors('sand')],
    ['"netlfy" is not known. Did you mean netlify?', () => answers.parseHost('netlfy')],
    ['Write at most two towns.', () => answers.parseNearby('A, B, C')],
    ['must be written with the letters A to Z.', () => answers.parseTown('Киев, TX')],
  ])('is refused in plain words: %s', (message, parseAnswer) => {
    expect(parseAnswer).toThrow(answers.InvalidAnswer)
    expect(parseAnswer).toThrow(message)
  })

  it('is asked for until it can be used, and Enter skips what is optional', async () => {
    const replies = ['Ann & Co', 'Ida', 'Ida, ID', '208 555 1234', '', '', 'GitLab']
    const asked: string[] = []
    const said = vi.spyOn(console, 'log').mockImplementation(() => {})
    const collected = await collectAnswers({ trade: 'bakery' }, async (prompt) => {
      asked.push(prompt)
      return replies.shift()!
    })
    expect(said.mock.calls).toEqual([
      [expect.stringContaining('Write the town and its state, such as Austin, TX, or')],
    ])
    said.mockRestore()
    expect(asked[1]).toBe('Town and state, such as Austin, TX, or town and country: ')
    expect(asked[4]).toContain('Enter for #8a4b14')
    expect(collected).toMatchObject({
      name: 'Ann & Co',
      trade: 'bakery',
      colors: {},
      nearby: [],
      host: 'gitlab',
    })
  })
})
