import { join } from 'node:path'
import { expect, it } from 'vitest'
import { addJsonLd } from '../helpers/add-json-ld.ts'
import { collectPrintedText, findUnprintedValues } from '../../schema/rules/structured-data.ts'
import { loadSchema } from '../../schema/validate/load-schema.ts'
import { getShareTexts } from '../../scripts/images/site-images.ts'
import { readWholeSite } from '../../scripts/prerender/run/inspect-site.ts'
import { readOwnSite } from '../helpers/read-own-site.ts'
import { root } from '../helpers/run-npm-script.ts'
import { checkProfiles } from './check-profiles.ts'
import { checkVocabulary } from './check-vocabulary.ts'
import { extractVocabulary } from './extract-vocabulary.ts'
import { getVocabulary, listTypeAndAncestors } from './vocabulary.ts'

it.each(['.', 'tests/base-site', 'tests/sites/bakery', 'tests/sites/window-cleaning'])(
  'the pages of %s follow schema.org and Google',
  async (site) => {
    const pages = addJsonLd(await (site === '.' ? readOwnSite() : readWholeSite(join(root, site))))
    const found = pages.flatMap(({ data }) => {
      const things = data.jsonLd ?? []
      const { forbidden, required } = checkProfiles(things)
      return [...things.flatMap(checkVocabulary), ...forbidden, ...required].map(
        ({ path, message }) => `${data.route} ${path}: ${message}`,
      )
    })
    expect(pages.length).toBeGreaterThan(0)
    expect(found).toEqual([])
  },
)

it('tells search engines and share images which price is the least', async () => {
  const pages = addJsonLd(await readOwnSite())
  const read = (route: string) => {
    const page = pages.find(({ data }) => data.route === route)!
    return [getShareTexts(page).offer?.price, JSON.stringify(page.data.jsonLd)]
  }
  const [weekend, ofWeekend] = read('/notary/weekend')
  expect(weekend).toMatch(/^from \$\d+$/)
  expect(ofWeekend).toContain(`"minPrice":${weekend!.replace('from $', '')},`)
  const [online, ofOnline] = read('/online-notary')
  expect(online).toMatch(/^\$\d+$/)
  expect(ofOnline).not.toContain('minPrice')
})

it('the types that a business may have are those of schema.org', () => {
  const { types } = getVocabulary()
  const kinds = Object.keys(types).filter(
    (type) => listTypeAndAncestors(type).has('Organization') && !types[type]!.supersededBy,
  )
  expect(loadSchema().$defs!['business-type']!.enum).toEqual(kinds.sort())
})

const check = (thing: object) => checkVocabulary(thing).map(({ path, message }) => [path, message])

it('accepts what schema.org defines, subtypes and enumeration members included', () => {
  const thing = {
    '@type': 'Notary',
    name: 'A',
    areaServed: { '@type': 'City', name: 'B' },
    geo: { '@type': 'GeoCoordinates', latitude: 1.5, longitude: '-2' },
    openingHoursSpecification: [
      { '@type': 'OpeningHoursSpecification', dayOfWeek: 'Monday', opens: '09:00' },
    ],
    parentOrganization: { '@id': 'https://a.example/#b' },
  }
  expect(check(thing)).toEqual([])
})

it.each([
  [{ '@type': 'Notry' }, 'Notry', 'schema.org has no type "Notry".'],
  [{ '@type': 'constructor' }, 'constructor', 'schema.org has no type "constructor".'],
  [{ '@type': 'Notary', nam: 'A' }, 'Notary.nam', 'schema.org has no property "nam".'],
  [{ '@type': 'Notary', headline: 'A' }, 'Notary.headline', 'A Notary has no property "headline".'],
  [
    { '@type': 'Person', name: 'A', colleagues: 'B' },
    'Person.colleagues',
    'schema.org has replaced the property "colleagues" with "colleague".',
  ],
  [
    { '@type': 'Service', offers: 'cheap' },
    'Service.offers',
    'The value is "cheap", but schema.org expects Offer or Demand.',
  ],
  [
    { '@type': 'Service', offers: { '@type': 'Offer', price: [{ '@type': 'Person' }] } },
    'Service.offers.price',
    'The value is a Person, but schema.org expects Text or Number.',
  ],
  [
    { '@type': 'Article', datePublished: 'yesterday' },
    'Article.datePublished',
    'The value is "yesterday", but schema.org expects Date or DateTime.',
  ],
])('explains what %j breaks', (thing, path, message) => {
  expect(check(thing)).toEqual([[path, message]])
})

it('knows what Google requires, recommends and forbids of the most specific type', () => {
  const { forbidden, required, recommended } = checkProfiles([
    { '@type': 'Notary', name: 'A', aggregateRating: {}, geo: {}, url: 'https://a.example' },
    { '@type': 'Article', author: { '@type': 'Notary', '@id': 'https://a.example/#b', name: 'A' } },
  ])
  expect(forbidden.map(({ path }) => path)).toEqual(['Notary.aggregateRating'])
  expect(required.map(({ path }) => path)).toEqual(['Notary.address', 'Article.headline'])
  expect(recommended.map(({ path }) => path)).toEqual([
    'Notary.openingHoursSpecification',
    'Notary.priceRange',
    'Notary.telephone',
    'Article.dateModified',
    'Article.datePublished',
  ])
})

it('finds texts and figures that the page does not print', () => {
  const printed = collectPrintedText([
    { type: 'hero', icon: 'stamp', heading: 'Signed tonight', href: '/secret' },
    { lead: ['From ', { t: 'strong', c: ['$1,250'] }, ', day or night.'], phone: 'tel:+15550100' },
  ])
  const find = (thing: object) =>
    findUnprintedValues([thing], printed, 'en-US').map(({ path }) => path)
  expect(
    find({
      '@type': 'Service',
      '@id': 'https://a.example/#x',
      name: 'signed  Tonight',
      description: 'From $1,250, day or night.',
      telephone: '+15550100',
      offers: { '@type': 'Offer', price: 1250, priceCurrency: 'USD' },
    }),
  ).toEqual([])
  expect(
    find({
      '@type': 'Service',
      name: 'stamp',
      description: 'secret',
      offers: { price: 125 },
      areaServed: ['Signed tonight', 'Springfield'],
    }),
  ).toEqual(['Service.name', 'Service.description', 'Service.offers.price', 'Service.areaServed'])
})

it('finds figures as the language of the page prints them', () => {
  const printed = collectPrintedText(['Ab 1.250,50 € und 0,655 €'])
  const offers = [1250.5, 0.655, 9.5].map((price) => ({ '@type': 'Offer', price }))
  expect(findUnprintedValues(offers, printed, 'de-DE').map(({ value }) => value)).toEqual([9.5])
})

it('reads a release of schema.org', () => {
  const release = {
    '@graph': [
      { '@id': 'schema:Thing', '@type': 'rdfs:Class' },
      { '@id': 'schema:Shop', '@type': 'rdfs:Class', 'rdfs:subClassOf': { '@id': 'schema:Thing' } },
      {
        '@id': 'schema:old',
        '@type': 'rdf:Property',
        'schema:domainIncludes': [{ '@id': 'schema:Shop' }],
        'schema:rangeIncludes': { '@id': 'schema:Text' },
        'schema:supersededBy': { '@id': 'schema:new' },
      },
      { '@id': 'schema:Monday', '@type': 'schema:DayOfWeek' },
    ],
  }
  expect(extractVocabulary(release, '1.0')).toEqual({
    version: '1.0',
    types: { Thing: { parents: [] }, Shop: { parents: ['Thing'] } },
    properties: { old: { on: ['Shop'], takes: ['Text'], supersededBy: 'new' } },
    members: { Monday: 'DayOfWeek' },
  })
  expect(() => extractVocabulary({ '@graph': [] }, '1.0')).toThrow('Thing')
})
