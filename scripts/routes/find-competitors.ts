import type { PageSummary } from '../../schema/resolve/page-summary.ts'
import { asText } from '../../schema/util/as-text.ts'
import { mentionsName } from '../../schema/similarity/shingles.ts'
import type { SiteDocuments } from '../prerender/run/inspect-site.ts'

/**
 * Pages that answer the same search: the same service at the same time, in the same towns.
 * @property about what their services have in common, for the heading of the group
 */
export type CompetingPages = { about: string; pages: CompetingPage[] }
type CompetingPage = {
  address: string
  service: string
  /** The price in its structured data: $60. */
  price?: string
}

/** What distinguishes a service from the others of the site, and the towns that it names. */
type Offer = CompetingPage & { language: string; words: Set<string>; towns: string[] }

/** Two services are the same if they share at least this part of their words. */
const leastShare = 0.5
/** A word in more services than this says nothing about one of them, such as the trade. */
const maxCount = (services: number) => Math.max(4, services / 3)

const fillers = new Set(['and', 'for', 'the', 'near', 'with', 'con', 'para', 'por', 'las', 'los'])

/** Words are compared by their first letters, so that "wills" matches "will". */
const listWords = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [])
    .filter((word) => !fillers.has(word))
    .map((word) => word.slice(0, 4))

/** Groups the pages that search engines list by what visitors search for. */
export function findCompetitors({
  pages,
  shared: { placeNames, context, merged },
}: Pick<SiteDocuments, 'pages' | 'shared'>): CompetingPages[] {
  const listed = pages.filter(({ meta }) => meta.indexed && meta.service)
  const counts = new Map<string, number>()
  for (const { meta } of listed)
    for (const word of new Set(listWords(meta.service!.name)))
      counts.set(word, (counts.get(word) ?? 0) + 1)
  // Other places, such as a state, are in the area of every page.
  const towns = [
    ...(context.areaServed?.towns ?? []).map(({ name }) => name),
    ...pages.flatMap(({ meta }) => meta.city?.name ?? []),
  ].map(asText)
  const placeWords = new Set(placeNames.flatMap(listWords))
  const isTelling = (word: string) =>
    counts.get(word)! <= maxCount(listed.length) && !placeWords.has(word)
  const offers = listed.map((page): Offer => {
    const { name, price } = page.meta.service!
    return {
      address: page.route,
      service: name,
      ...(price && { price: price.text }),
      language: asText(merged.pages.get(page.route)?.raw.language) || context.siteLanguage.language,
      words: new Set(listWords(name).filter(isTelling)),
      towns: listTowns(page, towns),
    }
  })
  return groupOffers(offers).map((group) => ({
    about: describeCommon(group),
    pages: group.map(({ address, service, price }) => ({ address, service, price })),
  }))
}

const listTowns = ({ meta: { city, service } }: PageSummary, towns: string[]): string[] =>
  city?.name !== undefined
    ? [city.name]
    : towns.filter((place) => mentionsName(`${service!.name}, ${service!.area ?? ''}`, [place]))

const isSame = (one: Offer, other: Offer): boolean => {
  if (one.language !== other.language) return false
  // A service that names no town is offered in all of them.
  const towns = [one.towns, other.towns]
  if (
    towns.every((list) => list.length > 0) &&
    !one.towns.some((town) => other.towns.includes(town))
  )
    return false
  const shared = [...one.words].filter((word) => other.words.has(word)).length
  const all = new Set([...one.words, ...other.words]).size
  return all === 0 || shared / all >= leastShare
}

/** Joins offers that are the same as at least one of the group. */
function groupOffers(offers: Offer[]): Offer[][] {
  const groups: Offer[][] = []
  for (const offer of offers) {
    const same = groups.filter((group) => group.some((other) => isSame(other, offer)))
    for (const group of same) groups.splice(groups.indexOf(group), 1)
    groups.push([...same.flat(), offer])
  }
  return groups.filter(({ length }) => length > 1)
}

/** Names a group by its shortest service. */
const describeCommon = (group: Offer[]): string =>
  group
    .map(({ service }) => service)
    .reduce((one, other) => (other.length < one.length ? other : one))
