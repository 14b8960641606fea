import { problemAt } from '../problems/problem.ts'
import type { Problem } from '../problems/types.ts'
import type { PageSummary } from '../resolve/page-summary.ts'
import { mentionsName } from '../similarity/shingles.ts'
import { asText } from '../util/as-text.ts'
import { locateChild } from '../problems/locate-child.ts'
import type { SiteRuleContext } from './types.ts'
import { formatCount } from '../util/format-first-items.ts'

/** Shorter words, such as "and", occur in every text. */
const minWordLength = 4
/**
 * Words are compared by their first letters, so that "Bakery" matches "bakes" and "Repairs" matches
 * "repaired".
 */
const stemLength = 4

const listStems = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => word.length >= minWordLength)
    .map((word) => word.slice(0, stemLength))

/** The number of pages that are reported one by one. Further pages are only counted. */
const maxReportedPages = 20

/**
 * Reports descriptions of offers that could describe any business: search results show them next to
 * those of competitors.
 */
export function checkDescribedBusiness({
  pages,
  merged,
  placeNames,
}: Pick<SiteRuleContext, 'pages' | 'merged' | 'placeNames'>): Problem[] {
  const nameStems = listStems(asText(merged.settings.name))
  // Validation reports settings without a name.
  if (nameStems.length === 0) return []
  const isUnclear = ({ data, meta: { service, city } }: PageSummary): boolean => {
    const { description } = data.head
    // First, since it takes the least time and most descriptions name a place.
    if (mentionsName(description, placeNames)) return false
    const known = new Set([...nameStems, ...listStems(asText(service?.name))])
    if (listStems(description).some((stem) => known.has(stem))) return false
    // Validation reports names that are not texts.
    return !mentionsName(description, [service?.area, city?.name].map(asText))
  }
  const unclear = pages
    .filter(({ route, meta }) => meta.indexed && (route === '/' || meta.service || meta.city))
    .filter(({ data }) => data.head.description.trim() !== '')
    .filter(isUnclear)
  const others = unclear.length - maxReportedPages
  return unclear.slice(0, maxReportedPages).map(({ route, data, location }, index) => {
    const isLast = others > 0 && index === maxReportedPages - 1
    const more = isLast ? ` The same holds for ${formatCount(others, 'more page')}.` : ''
    return problemAt(
      locateChild(location, 'description'),
      'DESCRIPTION_WITHOUT_BUSINESS',
      `The description of ${route} names neither the business, nor what the page offers, nor a place.${more}`,
      { found: data.head.description },
    )
  })
}
