import type { ProblemCode } from '../problems/problem-codes.ts'
import { problemAt, type Problem } from '../problems/problem.ts'
import { isCopyName } from '../merge/report-duplicates.ts'
import { locateChild } from '../problems/location.ts'
import type { PageSummary } from '../resolve/page-summary.ts'
import { descriptionLimit, titleLimit } from './head-limits.ts'
import type { PageRule, SiteRule, SiteRuleContext } from './types.ts'
import { fixUntranslated, putTranslationsLast } from './untranslated.ts'
import { limitPages } from '../util/format-first-items.ts'
import { mentionsName } from '../similarity/shingles.ts'
import { asText } from '../util/as-text.ts'

type HeadField = 'title' | 'description'
type GetText = (page: PageSummary) => string
/**
 * @property page the page that repeats the text of the other
 * @property fix what to do instead of what the code says
 */
type RepeatedText = { page: PageSummary; other: PageSummary; fix?: string }

/**
 * Finds pages that repeat a text, such as the title, of another page. Each is paired with the first
 * page that has the text. Of the two, a translation or a page in the copy of a file counts as the one
 * that repeats it; otherwise, the later page does.
 */
function findRepeatedTexts(
  pages: PageSummary[],
  context: SiteRuleContext,
  getText: GetText,
): RepeatedText[] {
  const first = new Map<string, PageSummary>()
  return putTranslationsLast(pages, context).flatMap((page): RepeatedText[] => {
    const key = getText(page).trim().toLowerCase()
    const other = first.get(key)
    if (key === '') return []
    if (other) {
      const untranslated = fixUntranslated(page, other, context)
      const isOtherCopied =
        !untranslated.fix && isCopyName(other.location.source.file, page.location.source.file)
      return [isOtherCopied ? { page: other, other: page } : { page, other, ...untranslated }]
    }
    first.set(key, page)
    return []
  })
}

/** The codes of a text that two pages have: where the site does not allow it, and where it does. */
const repeatCodes: Record<HeadField, [unique: ProblemCode, shared: ProblemCode]> = {
  title: ['DUPLICATE_TITLE', 'REPEATED_TITLE'],
  description: ['DUPLICATE_DESCRIPTION', 'REPEATED_DESCRIPTION'],
}

function reportRepeatedTexts(context: SiteRuleContext, field: HeadField): Problem[] {
  const isShared = context.site.settings.sharedTitles === true
  const code = repeatCodes[field][isShared ? 1 : 0]
  const pages = excludePlanned(context.pages)
  const repeated = findRepeatedTexts(pages, context, ({ data }) => data.head[field])
  // Of texts that may be shared, a large site may have thousands of pairs.
  return limitPages(repeated, isShared ? 1 : Infinity).map(
    ({ page: { page, other, ...fix }, more }) => {
      const message = `${page.route} has the same ${field} as ${other.route}.${more}`
      return problemAt(locateChild(page.location, field), code, message, {
        expected: `a unique ${field}`,
        found: page.data.head[field],
        ...fix,
      })
    },
  )
}

/** Limits the problems of a large site, whose pages may all have the same mistake. */
const maxReported = 20

/**
 * Reports pages with the same main heading, which compete in search results. Summaries contain
 * headings only in checks.
 */
function reportRepeatedHeadings(context: SiteRuleContext): Problem[] {
  const listed = context.pages.filter(({ meta }) => meta.indexed)
  const repeated = findRepeatedTexts(listed, context, ({ heading }) => heading ?? '')
  // Two pages that also have the same title are reported for the title only.
  const apart = repeated.filter(
    ({ page, other }) => page.data.head.title.trim() !== other.data.head.title.trim(),
  )
  return limitPages(apart, maxReported).map(({ page: { page, other, ...fix }, more }) =>
    problemAt(
      context.getResolvedPage(page.route).findings.mainHeadings[0] ?? page.location,
      'REPEATED_HEADING',
      `${page.route} has the same main heading as ${other.route}.${more}`,
      { expected: 'a heading of its own', found: page.heading, ...fix },
    ),
  )
}

/** Leaves out planned pages, whose texts all come from the settings. */
const excludePlanned = (pages: PageSummary[]) => pages.filter(({ meta }) => !meta.planned)

/** Whether search engines may list a page: they list neither planned pages nor the 404 page. */
const isSearchable = (route: string, planned: boolean) => !planned && route !== '/404'

const createLengthCheck =
  (field: HeadField, code: ProblemCode, limit: number): PageRule =>
  ({ route, location, data, meta }) => {
    const { length } = data.head[field]
    if (length <= limit || !isSearchable(route, meta.planned)) return []
    const details = { expected: `at most ${limit} characters`, found: `${length} characters` }
    const message = `The ${field} of ${route} is too long.`
    return [problemAt(locateChild(location, field), code, message, details)]
  }

export const headPageRules: PageRule[] = [
  // A title fits in search results.
  createLengthCheck('title', 'TITLE_TOO_LONG', titleLimit),
  // A description fits in search results.
  createLengthCheck('description', 'DESCRIPTION_TOO_LONG', descriptionLimit),
]

export const headRules: SiteRule[] = [
  // Every page has a unique title and a unique description.
  (context) => reportRepeatedTexts(context, 'title'),
  (context) => reportRepeatedTexts(context, 'description'),
  reportRepeatedHeadings,
  checkDescribedBusiness,
]

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

/**
 * Reports descriptions of offers that could describe any business: search results show them next to
 * those of competitors.
 */
function checkDescribedBusiness({ pages, site, placeNames }: SiteRuleContext): Problem[] {
  const nameStems = listStems(asText(site.settings.name))
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
  return limitPages(unclear, maxReported).map(({ page: { route, data, location }, more }) => {
    const message = `The description of ${route} names neither the business, nor what the page offers, nor a place.${more}`
    const found = data.head.description
    return problemAt(
      locateChild(location, 'description'),
      'DESCRIPTION_WITHOUT_BUSINESS',
      message,
      { found },
    )
  })
}
