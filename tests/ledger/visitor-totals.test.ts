/**
 * Ten errands of visitors, with two very different sets of answers of the owner. What each costs is added up here
 * from the ledger, by hand, and compared with every total that a page, the quote or structured data states for it.
 */
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DomUtils, parseDocument } from 'htmlparser2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { renderDocument } from '../../renderer/document.tsx'
import type { SiteData } from '../../schema/page-data.ts'
import { calculateQuote } from '../../schema/shared/calculate-quote.ts'
import type { Tariff, TariffChoice } from '../../schema/types.gen.ts'
import { readWholeSite } from '../../scripts/prerender/run/inspect-site.ts'
import { addJsonLd } from '../helpers/add-json-ld.ts'
import { root } from '../helpers/run-npm-script.ts'
import { readYaml, writeYaml } from '../helpers/site-yaml.ts'

type Answers = Record<string, { settled: string }>

/**
 * @property total as visitors read it
 * @property says what states the total, with the amount in its group
 * @property quote the same errand in the quote
 * @property offers pages whose structured data has the price
 */
type Errand = {
  name: string
  total: string
  says: RegExp[]
  quote?: TariffChoice
  offers?: string[]
}

/** Low prices, and one price all night. */
const simple: Record<string, string> = {
  insurance: 'near-me',
  rating: 'landing',
  'rating-count': 'landing',
  'online-price': 'per-act',
  'session-length': 'landing',
  'session-start': 'virtual',
  'mobile-base': 'city-faq',
  'mobile-additional': 'after-hours',
  'travel-included': 'after-hours',
  'mobile-arrival': 'odessa-andrews',
  'after-hours-fee': 'standard',
  'emergency-fee': 'mobile-faq',
  'emergency-window': 'hospital',
  'walk-in-price': 'standard',
  'facility-visit': 'services',
  'spoken-spanish': 'english',
}
/** Prices by the hour, ranges, and visits that end before the evening. */
const tiers: Record<string, string> = {
  'mobile-hours': 'mobile-faq',
  'session-length': 'online-faq',
  'mobile-additional': 'mobile-faq',
  'travel-included': 'mobile-faq',
  'after-hours-fee': 'tiers',
  'emergency-window': 'facility',
  'package-real-estate': 'cost',
  'package-estate': 'will',
  'spoken-spanish': 'spanish',
}

const amount = String.raw`(\$\d+(?:–\$\d+)?)`
const says = (...patterns: string[]) =>
  patterns.map((pattern) => new RegExp(pattern.replaceAll('$N', amount), 'g'))

/** Adds up what ten errands cost from the readings that the owner has settled. */
function listErrands(facts: Record<string, any>, answers: Answers): Errand[] {
  const read = (name: string) => {
    const fact = facts[name]
    return fact.value ?? fact.readings[answers[name]!.settled].value
  }
  const print = (value: number | { min: number; max: number }) =>
    typeof value === 'number' ? `$${value}` : `$${value.min}–$${value.max}`
  const isByHour = answers['after-hours-fee']!.settled === 'tiers'
  const base = read('mobile-base')
  const late = isByHour ? read('surcharge-late') : read('after-hours-fee')
  const latest = isByHour ? read('surcharge-midnight') : late
  const emergency = read('emergency-fee')
  const toBigSpring = Math.max(0, read('distance-big-spring') - read('travel-included'))
  const window = read('emergency-window')
  const visit = { service: 'visit', town: 'Midland' }
  return [
    {
      name: 'one document online',
      total: print(read('online-price')),
      says: says(
        '[Oo]nline (?:is|costs|for|session is) $N',
        'flat $N',
        "On (?:camera|screen)(?:,? for|, it's(?: always)?|) $N",
        '(?:[Ee]n línea|sesión)(?: cuesta| por) $N',
        'Online session (?:\\| )?$N',
        '$N (?:flat|for the (?:whole )?session)',
      ),
      quote: { service: 'online' },
      offers: ['/online-notary', '/book-online', '/notary/virtual', '/24-hour-notary-near-me'],
    },
    {
      name: 'one document in Midland, by day',
      total: print(base),
      says: says(
        '(?<!emergency |facility |hospital |awake\\. The )[Vv]isits? (?:starts?|starting) at $N',
        '(?:your (?:door|home|table|office|couch)|at home|[Aa] visit|Visits) (?:starts at|from) $N',
        'visitas? (?:empiezan?|empieza) en $N',
        'First document $N Travel',
        'In Midland, one document on a weekday is $N',
        'Midland (?:and|y) Odessa: $N',
        'Standard $N',
        'Normal $N',
        'One document in Midland on a weekday .*?$N Three documents',
      ),
      quote: visit,
      offers: [
        '/mobile-notary',
        '/locations/midland',
        '/notary/traveling',
        '/mobile-notary-near-me',
      ],
    },
    {
      name: 'one document in Midland, after 11 PM',
      total: print(base + latest),
      says: isByHour
        ? says(
            '(?<!Weekday, )after 11 PM $N',
            '$N after 11 PM',
            'By arrangement, for $N',
            'Después de las 11 p. m. $N',
            'Odessa after 11 PM Mobile visit .*?Weekday, 11 PM to 8 AM \\$\\d+ $N',
          )
        : says(
            '(?<!document )[Aa]fter 6 PM $N',
            '$N after 6 PM',
            'De 6 p. m. en adelante $N',
            '$N después de las 6 p. m.',
            'After-Hours $N',
            'Fuera de horario $N',
          ),
      quote: { ...visit, time: isByHour ? 'midnight' : 'evening' },
    },
    {
      name: 'one document at a hospital, with a second signer',
      total: print(read('facility-visit')),
      says: says(
        '(?:[Ff]acility visit|hospital visit|A hospital room) (?:is|starts at) $N',
        'At the bedside, the first document is $N',
        'One resident (?:is )?$N',
        'Facility visit $N',
        '(?<=awake\\. )The visit starts at $N',
        'with the first document $N Instead of',
        'con el primer documento $N',
      ),
      quote: { ...visit, place: 'hospital', units: { people: 2 } },
      offers: ['/services/hospital', '/notary/hospital', '/services/senior-living'],
    },
    {
      name: 'one document in Midland, in an emergency',
      total: print(base + emergency),
      says: says(
        "[Ee]mergency(?:, it's| is| starts at| visit starts at|) $N",
        'emergencia (?:cuesta|cuesta desde) $N',
        'Odessa (?:is|starts at) $N with the drive',
        `[Ww]ithin ${window}[,.] [Oo]ne document(?: in Midland)? (?:is|starts at) $N`,
        `[Ww]ithin ${window} for $N`,
        `(?<!hospital, |now, |Now, )[Ww]ithin ${window}:? $N`,
        `$N within ${window}`,
        'Urgente $N',
      ),
      quote: { ...visit, time: 'now' },
      offers: ['/notary/emergency', '/mobile-notary/emergency', '/ppc/emergency-notary-midland-tx'],
    },
    {
      name: 'three documents in Big Spring, at 8 PM',
      total: print(base + 2 * read('mobile-additional') + toBigSpring + late),
      says: says(
        'Three documents in Big Spring at 8 PM Mobile visit .*? $N (?:One|Three) documents? in',
        'Tres documentos en Big Spring a las 8 p. m. Visita a domicilio .*? $N (?:Un documento|Tres documentos) en',
      ),
      quote: { ...visit, town: 'Big Spring', units: { documents: 3 }, time: 'evening' },
    },
    {
      name: 'a loan signing package',
      total: print(read('package-real-estate')),
      says: says(
        '[Cc]losing (?:package )?is $N',
        'whole stack is $N',
        'real estate package is $N',
        'Real estate $N',
      ),
      offers: ['/notary/real-estate', '/mobile-notary/real-estate'],
    },
    {
      name: 'a rush to a field location',
      total: print(base + read('field-fee') + emergency),
      says: says(
        'rush (?:there|to a well site) (?:is|starts at) $N for one document, with',
        'Rush, at a field location $N',
        'oil field location, now Mobile visit .*? $N Buyer and seller',
      ),
      quote: { ...visit, place: 'field', time: 'now' },
    },
    ...(isByHour
      ? [
          {
            name: 'what an emergency adds to a visit after 11 PM',
            total: print(emergency + read('emergency-midnight')),
            says: says('(?:Emergency|Now,) after 11 PM ?, before 8 AM or on a holiday \\+?$N'),
          },
          {
            name: 'one document in Midland after 11 PM, now',
            total: print(base + emergency + read('emergency-midnight')),
            says: says(
              '(?:document, a|A)fter 11 PM ?, before 8 AM or on a holiday $N',
              'Emergency, night or holiday $N',
              'Urgente, de noche o en día festivo $N',
            ),
          },
        ]
      : []),
    {
      name: 'one document in Midland, with a witness',
      total: print(base + read('witness-fee')),
      says: [],
      quote: { ...visit, units: { witnesses: 1 } },
    },
  ]
}

describe.each([
  ['low prices, one price all night', simple],
  ['prices by the hour, and ranges', tiers],
])('%s', (_, chosen) => {
  let site: string
  let errands: Errand[]
  let ledger: Record<string, any>
  let tariff: Tariff
  /** What visitors read, and the offers in structured data, by route. */
  const pages = new Map<string, { text: string; offers: string[] }>()

  beforeAll(async () => {
    site = await mkdtemp(join(tmpdir(), 'signpost-totals-'))
    for (const part of ['pages.yaml', 'pages', 'public', 'dates.gen.json', 'addresses.gen.json'])
      await cp(join(root, part), join(site, part), { recursive: true })
    const given = parse(await readFile(join(root, 'tests/settled-answers.yaml'), 'utf8')) as Answers
    for (const [name, settled] of Object.entries(chosen)) given[name] = { settled }
    ledger = {}
    for (const file of ['pages/facts.yaml', 'pages/spanish.yaml']) {
      const written = await readYaml(join(site, file))
      for (const [name, { settled }] of Object.entries(given))
        if (name in written.facts) written.facts[name].settled = settled
      Object.assign(ledger, written.facts)
      await writeYaml(join(site, file), written)
    }
    errands = listErrands(ledger, given)
    const whole = await readWholeSite(site)
    for (const { data } of addJsonLd(whole)) {
      const html = renderDocument(data, whole.siteData as SiteData).replaceAll('</', ' </')
      const document = parseDocument(html)
      const [body] = DomUtils.getElementsByTagName('body', document)
      const scripts = DomUtils.getElementsByTagName('script', document)
      const described = scripts.filter(({ attribs }) => attribs.type === 'application/ld+json')
      const heads = DomUtils.getElementsByTagName('meta', document)
      const description = heads.find(({ attribs }) => attribs.name === 'description')
      pages.set(data.route, {
        text: `${description!.attribs.content} ${DomUtils.textContent(body!)}`.replace(/\s+/g, ' '),
        offers: described.flatMap((script) =>
          [
            ...DomUtils.textContent(script).matchAll(
              /"price":(\d+)|"lowPrice":(\d+),"highPrice":(\d+)/g,
            ),
          ].map(([, price, least, most]) => (price ? `$${price}` : `$${least}–$${most}`)),
        ),
      })
      for (const block of data.blocks) if (block.type === 'quote') tariff = block.tariff as Tariff
    }
  })
  afterAll(() => rm(site, { recursive: true }))

  it('states one total for each errand, wherever a text or a table has it', () => {
    for (const { name, total, says } of errands) {
      const found = [...pages].flatMap(([route, { text }]) =>
        says.flatMap((pattern) =>
          [...text.matchAll(pattern)].map(([words, stated]) => ({ route, words, stated })),
        ),
      )
      expect
        .soft(
          found.filter(({ stated }) => stated !== total),
          `${name}: ${total}`,
        )
        .toEqual([])
      if (says.length > 0) expect.soft(found.length, name).toBeGreaterThan(1)
    }
  })

  it('says that an evening visit needs an arrangement where the hours end before it', () => {
    const endsEarly = chosen['mobile-hours'] === 'mobile-faq'
    for (const route of [
      '/notary/after-hours',
      '/ppc/after-hours-notary-midland-tx',
      '/es/ppc/fuera-de-horario-midland-tx',
    ]) {
      const { text } = pages.get(route)!
      const hasSaid = /After 6 PM we come by arrangement|Después de las 6 p\. m\. vamos si lo/.test(
        text,
      )
      expect(hasSaid, route).toBe(endsEarly)
      expect(text, route).not.toMatch(/at your door \d/)
    }
  })

  it('prints no price for each resident of a group, which pays less by the document', () => {
    const price = `$${ledger['group-price'].value}`
    for (const route of ['/services/senior-living', '/services/group-signings', '/pricing']) {
      const { text, offers } = pages.get(route)!
      expect(text, route).not.toContain(`${price} each`)
      expect(offers, route).not.toContain(price)
    }
    expect(JSON.stringify(tariff)).not.toContain(`${price} each`)
  })

  it('offers Spanish on the pages where visitors arrive, if somebody speaks it', () => {
    const isSpoken = chosen['spoken-spanish'] === 'spanish'
    for (const route of [
      '/',
      '/mobile-notary',
      '/notary-near-me',
      '/ppc/same-day-notary-midland-tx',
    ])
      expect(pages.get(route)!.text.includes('We speak Spanish'), route).toBe(isSpoken)
  })

  it('asks about a price that the cap allows only in part, and only then', () => {
    const [price, cap] = [ledger['online-price'], ledger['cap-online']]
    const isAbove = price.readings[price.settled].value > cap.value
    expect(pages.get('/resources/texas-laws')!.text.includes('for a session, too?')).toBe(isAbove)
  })

  it('says from how many documents on a package is worth it, if it has one price', () => {
    for (const [route, words, price] of [
      ['/notary/will', /fewer than (\d+) documents/, ledger['package-estate']],
      ['/notary/real-estate', /From (\d+) documents on/, ledger['package-real-estate']],
    ] as const) {
      const packagePrice = price.readings[price.settled].value
      const said = words.exec(pages.get(route)!.text)?.[1]
      if (typeof packagePrice !== 'number') {
        expect(said, route).toBeUndefined()
        continue
      }
      const cost = (documents: number) =>
        ledger['mobile-base'].readings[ledger['mobile-base'].settled].value +
        (documents - 1) *
          ledger['mobile-additional'].readings[ledger['mobile-additional'].settled].value
      expect(cost(Number(said)), route).toBeGreaterThanOrEqual(packagePrice)
      expect(cost(Number(said) - 1), route).toBeLessThan(packagePrice)
    }
  })

  it('says what a call shortly before the end of the same-day offer gets', () => {
    const endsEarly = chosen['mobile-hours'] === 'mobile-faq'
    for (const route of ['/notary/same-day', '/ppc/same-day-notary-midland-tx'])
      expect(pages.get(route)!.text, route).toContain(
        `Call late in the day, and it's an evening visit, ${endsEarly ? 'by arrangement and ' : ''}at the evening price`,
      )
    expect(pages.get('/es/ppc/mismo-dia-midland-tx')!.text).toContain('Si llama ya tarde')
  })

  it('adds up the same in the quote', () => {
    for (const { name, total, quote } of errands)
      if (quote) expect(`$${calculateQuote(tariff, quote).total}`, name).toBe(total)
  })

  it('offers the same to search engines', () => {
    const wrong = errands.flatMap(({ total, offers = [] }) =>
      offers.flatMap((route) => {
        const stated = pages.get(route)!.offers
        return stated.length > 0 && stated.every((price) => price === total)
          ? []
          : [`${route}: ${stated.join(', ')}, not ${total}`]
      }),
    )
    expect(wrong).toEqual([])
  })
})
