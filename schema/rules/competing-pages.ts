import { problemAt, type Problem } from '../problems/problem.ts'
import type { PageSummary } from '../resolve/page-summary.ts'
import { mentionsName } from '../similarity/shingles.ts'
import { asText } from '../util/as-text.ts'
import { formatFirstItems } from '../util/format-first-items.ts'
import { addToGroup, type Groups, countItems } from '../util/group-by.ts'
import type { SiteRuleContext } from './types.ts'

/** What distinguishes a service from the others of the site, and the towns that it names. */
type Offer = { page: PageSummary; language: string; words: Set<string>; towns: string[] }

/** The number of pages that a message names. */
const maxNamed = 8

/** Two services are the same if they share at least this part of their words. */
const leastShare = 0.5
/** A word in more services than this says nothing about one of them, such as the trade. */
const maxCount = (services: number) => Math.max(4, Math.min(50, services / 3))

const fillers = new Set(['and', 'for', 'the', 'near', 'with', 'con', 'para', 'por', 'las', 'los'])

/** Words are compared by their first letters, so that "wills" matches "will". */
const listWords = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [])
    .filter((word) => !fillers.has(word))
    .map((word) => word.slice(0, 4))

/** A page of a set has no entry that could be merged with another. */
const setFix =
  'Delete all of their rows but one, or say in service: what is different, with a column of the set, such as {{service}}.'

/**
 * Finds listed pages that offer the same service in the same language and towns, so that they compete
 * for one search. Only checks report it.
 */
export function checkCompetingPages(context: SiteRuleContext): Problem[] {
  if (context.today === undefined) return []
  const groups = groupOffers(listOffers(context))
  return groups.map((group) => {
    const { location } = group.at(-1)!.page
    const competing = formatFirstItems(group.map(describeOffer), maxNamed)
    const message = `These pages answer the same search: ${competing}.`
    const isOfSet = group.every(
      ({ page }) => context.site.pages.get(page.route)?.routeValues !== undefined,
    )
    return problemAt(location, 'COMPETING_PAGES', message, isOfSet ? { fix: setFix } : {})
  })
}

const describeOffer = ({ page: { route, meta } }: Offer): string => {
  const { name, price } = meta.service!
  return `${route} (${name}${price ? `, ${price.text}` : ''})`
}

function listOffers({ pages, placeNames, context, site }: SiteRuleContext): Offer[] {
  const offering = pages.filter(({ meta }) => meta.indexed && meta.service)
  const counts = countItems(
    offering.flatMap(({ meta }) => [...new Set(listWords(meta.service!.name))]),
  )
  // Other places, such as a state, are in the area of every page.
  const towns = [
    ...(context.areaServed?.towns ?? []).map(({ name }) => name),
    ...pages.flatMap(({ meta }) => meta.city?.name ?? []),
  ].map(asText)
  const placeWords = new Set(placeNames.flatMap(listWords))
  const isTelling = (word: string) =>
    counts.get(word)! <= maxCount(offering.length) && !placeWords.has(word)
  return offering.map((page) => ({
    page,
    language: asText(site.pages.get(page.route)?.raw.language) || context.siteLanguage.language,
    words: new Set(listWords(page.meta.service!.name).filter(isTelling)),
    towns: listTowns(page, towns),
  }))
}

function listTowns({ meta: { city, service } }: PageSummary, towns: string[]): string[] {
  if (city?.name !== undefined) return [city.name]
  const { name, area = '' } = service!
  // A small site lists no towns.
  const known = towns.length > 0 || area === '' ? towns : [area]
  return known.filter((place) => mentionsName(`${name}, ${area}`, [place]))
}

function isSameOffer(one: Offer, other: Offer): boolean {
  // The same heading is reported already.
  if (one.language !== other.language || one.page.heading === other.page.heading) return false
  // A service that names no town is offered in all of them.
  const isElsewhere =
    one.towns.length > 0 &&
    other.towns.length > 0 &&
    !one.towns.some((town) => other.towns.includes(town))
  if (isElsewhere) return false
  const shared = [...one.words].filter((word) => other.words.has(word)).length
  return shared / new Set([...one.words, ...other.words]).size >= leastShare
}

/** Joins offers that are the same as at least one of the group, in the order of the pages. */
function groupOffers(offers: Offer[]): Offer[][] {
  const byWord: Groups<string, Offer> = new Map()
  const groupOf = new Map<Offer, Offer[]>()
  for (const offer of offers) {
    // Only what shares a word can be the same.
    const others = new Set([...offer.words].flatMap((word) => byWord.get(word) ?? []))
    const same = new Set(
      [...others].flatMap((other) => (isSameOffer(offer, other) ? [groupOf.get(other)!] : [])),
    )
    const group = [...[...same].flat(), offer]
    for (const each of group) groupOf.set(each, group)
    for (const word of offer.words) addToGroup(byWord, word, offer)
  }
  return [...new Set(groupOf.values())].filter(({ length }) => length > 1)
}
