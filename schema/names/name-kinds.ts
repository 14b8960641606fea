import type { ProblemCode } from '../problems/problem-codes.ts'
import {
  computedReadingName,
  leastPrefix,
  soleReadingName,
  splitCitedName,
  totalPrefix,
  worthPrefix,
  reviewPrefix,
} from '../facts/facts.ts'
import { matchesCell } from '../reviews/choose-reviews.ts'
import type { Review } from '../reviews/review.ts'
import { asText, asTexts } from '../util/as-text.ts'
import { asRecord, asRecords, isRecord, type UnknownRecord } from '../util/records.ts'
import type { NameKind } from '../validate/json-schema.ts'
import type { NameUse } from './list-name-uses.ts'

/** What names are looked up in. */
export type NameScope = {
  /** The settings as written. */
  settings: UnknownRecord
  facts: ReadonlyMap<string, { readings: ReadonlyMap<string, unknown> }>
  /** Names that an invalid file or entry may define. */
  possiblyDefined: ReadonlySet<string>
  /** Undefined if any review may exist. */
  reviews?: readonly Pick<Review, 'place' | 'service'>[] | undefined
  /** The addresses of pages; undefined where others check them. */
  routes?: Iterable<string>
  /** The page with the name. */
  route?: string
  /** The list that an article is in. */
  listing?: { route: string; categories: string[] }
  /** The categories of all articles and lists. */
  categories?: Iterable<string>
}

/** The place of a name, as far as it decides which names are defined there. */
type NamePlace = Pick<NameUse, 'around' | 'fact'>

/**
 * How a name that is not defined is reported.
 * @property expected what is expected instead of one of the names
 * @property otherwise what is expected if no name is defined
 */
type UnknownName = {
  code: ProblemCode
  message: string
  expected?: string | undefined
  fix?: string
  otherwise?: string
  needle?: string
}

type NameDefinition = {
  /** What people call one of them. */
  what: string
  /** Lists the defined names; undefined if every name is valid. */
  list(scope: NameScope, place: NamePlace): Iterable<string> | undefined
  /** Undefined if a rule that knows more reports the name. */
  report?(use: NameUse, scope: NameScope): UnknownName
  /** Whether a text in other words means a name, too. */
  matches?(name: string, text: string): boolean
  /** Whether another mistake is why a name is unknown. */
  ignores?(use: NameUse, scope: NameScope): boolean
  /** Whether the property is underlined instead of the name. */
  isAtKey?: true
}

const listNamed = (list: unknown): string[] => asRecords(list).map(({ name }) => asText(name))
const listLabels = (list: unknown): string[] =>
  asRecords(list).flatMap(({ label }) => (typeof label === 'string' ? [label] : []))
const listTowns = ({ settings }: NameScope): string[] =>
  listNamed(asRecord(asRecord(settings.business).areaServed).towns)
const distinct = (names: string[]): string[] => [...new Set(names.filter(Boolean))]
/** Lists what names all pages around a page: /a/b → /*, /a/*. */
const listFolders = (route: string): string[] =>
  [...route.matchAll(/\//g)].map(({ index }) => `${route.slice(0, index)}/*`)
/** Without any definition, every name is valid. */
const unlessEmpty = (names: string[]): string[] | undefined =>
  names.length > 0 ? names : undefined

/** Returns the nearest object around a name that has a property. */
const findAround = ({ around = [] }: NamePlace, property: string): UnknownRecord =>
  around.findLast((each): each is UnknownRecord => isRecord(each) && property in each) ?? {}

/** Names of the tariff. @param what what people call one of them */
const inTariff = (
  what: string,
  list: (tariff: UnknownRecord, place: NamePlace, scope: NameScope) => string[],
): NameDefinition => ({
  what: `${what} of the tariff`,
  list: (scope, place) => list(asRecord(scope.settings.tariff), place, scope),
  // A quote without a tariff is reported as a whole.
  ignores: ({ around = [] }, { settings }) =>
    settings.tariff === undefined && around.some((each) => asRecord(each).type === 'quote'),
  report: ({ name }) => ({
    code: 'UNKNOWN_VALUE',
    message: `The tariff has no ${what} "${name}".`,
    otherwise: `a tariff with a ${what}`,
  }),
})

/** What a column of the reviews contains. Only testimonials that are reviews choose from it. */
const inReviews = (column: 'place' | 'service'): NameDefinition => ({
  what: `${column} of a review`,
  // A town or a service without a review yet shows none.
  list: (scope) =>
    scope.reviews &&
    distinct([
      ...scope.reviews.map((review) => review[column]),
      ...(column === 'place'
        ? listTowns(scope)
        : listNamed(asRecord(scope.settings.tariff).services)),
    ]),
  ignores: (use) => findAround(use, column).from !== 'reviews',
  matches: matchesCell,
  report: ({ name }) => ({
    code: 'UNKNOWN_REVIEWS',
    message: `No review has the ${column} "${name}".`,
    otherwise: `reviews with the ${column} "${name}"`,
  }),
})

const reportCategory = (name: string, route = ''): UnknownName => ({
  code: 'UNKNOWN_CATEGORY',
  message: `"${name}" is not a category of the posts on ${route}.`,
})

/** What is expected of a fact that is computed, by the beginning of its name. */
const computedFacts: Record<string, Pick<UnknownName, 'expected' | 'fix'>> = {
  [reviewPrefix]: {
    expected: 'reviews:count, reviews:average or reviews:checked',
    fix: 'Correct the name, or name the file of the reviews in the settings: reviews: data/reviews.csv.',
  },
  [totalPrefix]: {
    expected: 'the name of an example in site.tariff that has a total',
    fix: 'Correct the name, or give the example a name in site.tariff.',
  },
  [leastPrefix]: { expected: 'the name of a service in site.tariff, or of a town' },
  [worthPrefix]: {
    expected: 'the name of a service that costs more than the first service with one unit',
    fix: 'Correct the name, or the prices: less than the first service with one unit, or more than with the most units, is nothing to compare.',
  },
}

/** Where the names of each kind are defined, and how others are reported. */
export const nameDefinitions: Record<NameKind, NameDefinition> = {
  facts: {
    what: 'fact',
    list: ({ facts }) => facts.keys(),
    ignores: ({ name }, { possiblyDefined }) => possiblyDefined.has(name),
    report: ({ name }) => ({
      code: 'UNKNOWN_FACT',
      message: `There is no fact "${name}".`,
      expected: 'the name of a fact in the ledger',
      needle: name,
      ...Object.entries(computedFacts).find(([prefix]) => name.startsWith(prefix))?.[1],
    }),
  },
  readings: {
    what: 'reading of the fact',
    list: ({ facts }, { fact }) => {
      const names = facts.get(fact ?? '')?.readings.keys()
      return names && [...names].filter((name) => name !== soleReadingName)
    },
    report: ({ name, fact }) => ({
      code: 'UNKNOWN_READING',
      message: `The fact "${fact}" has no reading "${name}".`,
      otherwise: `${fact} without a reading`,
      needle: `${fact}.${name}`,
    }),
  },
  'own-readings': {
    what: 'reading of the fact',
    list: (_, place) => {
      const { readings } = findAround(place, 'readings')
      return readings instanceof Map ? readings.keys() : Object.keys(asRecord(readings))
    },
    // A sum with an unknown part cannot be computed.
    ignores: (use, { facts }) =>
      use.name === computedReadingName &&
      asTexts(findAround(use, 'readings').sumOf).some(
        (part) => !facts.has(splitCitedName(part).name),
      ),
    report: ({ name, around }) => ({
      code: 'UNKNOWN_READING',
      message: `The fact "${findAround({ around }, 'readings').name}" has no reading "${name}".`,
    }),
  },
  pages: {
    what: 'page',
    list: ({ routes, possiblyDefined }) =>
      routes &&
      distinct([...routes, ...possiblyDefined].flatMap((route) => [route, ...listFolders(route)])),
    report: ({ name }) => ({
      code: 'UNKNOWN_VALUE',
      message: `No page has the address ${name}.`,
      expected: 'the address of a page, or /blog/* for every page below /blog',
    }),
  },
  addresses: { what: 'link', list: () => undefined },
  pictures: { what: 'picture', list: () => undefined },
  locations: {
    what: 'location of the business',
    list: ({ settings }) => Object.keys(asRecord(settings.locations)),
    report: ({ name }) => ({
      code: 'UNKNOWN_LOCATION',
      message: `There is no location "${name}" in the settings.`,
      expected: 'a name under site.locations',
    }),
  },
  languages: {
    what: 'language of the site',
    list: ({ settings }) => Object.keys(asRecord(settings.languages)),
    isAtKey: true,
    report: ({ name }, { route }) => ({
      code: 'UNKNOWN_VALUE',
      message:
        route === undefined
          ? `"${name}" is not one of the site's other languages.`
          : `${route} is in "${name}", which is not one of the site's other languages.`,
      otherwise: 'a language under site.languages',
    }),
  },
  categories: {
    what: 'category of articles',
    list: ({ listing }) => listing && unlessEmpty(listing.categories),
    report: ({ name }, { listing }) => reportCategory(name, listing?.route),
  },
  'block-categories': {
    what: 'category of the list',
    list: (_, place) => unlessEmpty(listLabels(findAround(place, 'categories').categories)),
    report: ({ name }, { route }) => reportCategory(name, route),
  },
  'counted-categories': {
    what: 'category of articles',
    list: ({ categories = [] }) => unlessEmpty([...categories]),
    report: ({ name }) => ({
      code: 'UNKNOWN_CATEGORY',
      message: `"${name}" is not a category of any article or posts block.`,
    }),
  },
  'review-places': inReviews('place'),
  'review-services': inReviews('service'),
  towns: {
    what: 'town of the area served',
    list: (scope) => unlessEmpty(listTowns(scope)),
    // A town in two tiers is reported as repeated.
    ignores: (use) => {
      const tiers = asRecords(findAround(use, 'tiers').tiers)
      const first = tiers.find(({ towns }) => asTexts(towns).includes(use.name))
      return first !== findAround(use, 'towns')
    },
    report: ({ name }) => ({
      code: 'UNKNOWN_VALUE',
      message: `"${name}" is not a town in business.areaServed.`,
    }),
  },
  'map-towns': {
    what: 'town of the area served',
    list: (scope, place) => {
      const { towns } = findAround(place, 'towns')
      return towns === undefined ? listTowns(scope) : listNamed(towns)
    },
    report: ({ name }) => ({
      code: 'UNKNOWN_VALUE',
      message: `"${name}" is not a town on this map.`,
    }),
  },
  'block-services': {
    what: 'service of the block',
    list: (_, place) => listLabels(findAround(place, 'options').options),
    report: ({ name }) => ({
      code: 'UNKNOWN_VALUE',
      message: `This block has no service "${name}".`,
    }),
  },
  'tariff-services': inTariff('service', ({ services }) => listNamed(services)),
  'tariff-units': {
    ...inTariff('unit', ({ services }, place) => {
      const { service } = findAround(place, 'units')
      const all = asRecords(services)
      const { units } = all.find(({ name }) => name === service) ?? asRecord(all[0])
      return listNamed(units)
    }),
  },
  'tariff-times': inTariff('time', ({ times }) => listNamed(times)),
  'tariff-places': inTariff('place', ({ places }) => listNamed(places)),
  'tariff-extras': inTariff('surcharge or discount', ({ surcharges, discounts }) =>
    distinct([surcharges, discounts].flatMap(listNamed)),
  ),
  'tariff-towns': inTariff('town', ({ travel }, _, scope) => {
    const inTiers = asRecords(asRecord(travel).tiers).flatMap(({ towns }) => asTexts(towns))
    return unlessEmpty(listTowns(scope)) ?? distinct(inTiers)
  }),
}
