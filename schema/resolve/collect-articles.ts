import { isCalendarDate } from '../times/written-day.ts'
import type { Page } from '../merge/merge-sources.ts'
import { computedReadingName, type LedgerFact } from '../facts/facts.ts'
import type { PictureFile } from '../page-data.ts'
import { createFindings, type TextContext } from './text/findings.ts'
import { resolvePlainText, resolveStrings } from './resolve-text.ts'
import { formatDates } from '../times/format-dates.ts'
import { memoizeByText } from '../util/memoize.ts'
import { walkTexts } from '../validate/walk-schema.ts'
import type { Schema } from '../validate/json-schema.ts'
import type { ArticleSummary } from '../types.gen.ts'
import { asText } from '../util/as-text.ts'
import { asList, isRecord } from '../util/records.ts'

/** Average reading speed, for the reading time. */
const wordsPerMinute = 200

/**
 * The articles of a site by route, in source order, the routes of pages that list articles, and
 * those of articles that name others to read next.
 */
export type Articles = {
  summaries: Map<string, ArticleSummary>
  listingRoutes: Set<string>
  relatingRoutes: Set<string>
}

/**
 * Summarizes all articles.
 * @param getTextContext returns the text context of a page
 */
export function collectArticles(
  pages: Page[],
  schema: Schema,
  getTextContext: (page: Page) => TextContext,
): Articles {
  const summaries = pages.flatMap((page) => {
    const summary = summarizeArticle(page, schema, getTextContext)
    return summary ? [[page.route, summary] as const] : []
  })
  return {
    summaries: new Map(summaries),
    listingRoutes: listRoutesWith('posts', pages),
    relatingRoutes: listRoutesWith('related-posts', pages),
  }
}

/** Summarizes an article. Discards findings, which are reported when the whole page is resolved. */
function summarizeArticle(
  page: Page,
  schema: Schema,
  getTextContext: (page: Page) => TextContext,
): ArticleSummary | undefined {
  const { route, raw, location } = page
  if (raw.kind !== 'article' || !isRecord(raw.article)) return undefined
  const text = getTextContext(page)
  const settings = resolveStrings(schema, 'article', raw.article, location, {
    ...{ context: text, findings: createFindings() },
  }) as Record<string, unknown>
  const resolveText = (value: unknown) => resolvePlainText(asText(value), location, text)
  // Validation reports values that are not strings, so skip them.
  const [published, updated, category, author, excerpt] = [
    'published',
    'updated',
    'category',
    'author',
    'excerpt',
  ].map((name) => {
    const value = settings[name]
    return typeof value === 'string' ? value : undefined
  })
  const image = settings.image as PictureFile | undefined
  return {
    title: resolveText(raw.title),
    excerpt: excerpt ?? resolveText(raw.description),
    category: category ?? '',
    href: route,
    published: formatArticleDate(published ?? '', text.language),
    ...(updated !== undefined && { updated: formatArticleDate(updated, text.language) }),
    readingTime: getMinuteFormat(text.language).format(
      Math.max(1, Math.ceil(countBlockWords(raw.blocks, schema) / wordsPerMinute)),
    ),
    ...(author !== undefined && { author }),
    ...(settings.featured === true && { featured: true }),
    ...(image !== undefined && { image }),
  }
}

/** Lists the routes of the pages that have a block of a type. */
const listRoutesWith = (type: string, pages: Page[]): Set<string> =>
  new Set(
    pages
      .filter(({ raw: { blocks } }) => asList(blocks).some(hasType(type)))
      .map(({ route }) => route),
  )

const hasType = (type: string) => (block: unknown) => isRecord(block) && block.type === type

/** Counts what is between spaces, except punctuation such as the - of a list. */
export const countWords = (text: string): number =>
  text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length

/** Counts the words in all texts of the blocks. A citation counts as one word. */
export function countBlockWords(blocks: unknown, schema: Schema): number {
  let count = 0
  for (const block of asList(blocks))
    walkTexts(schema, 'block', block, [], (text) => {
      count += countWords(text)
    })
  return count
}

const getMinuteFormat = memoizeByText(
  (language) =>
    new Intl.NumberFormat(language, { style: 'unit', unit: 'minute', unitDisplay: 'short' }),
)

function formatArticleDate(iso: string, language: string): ArticleSummary['published'] {
  return {
    iso,
    text: isCalendarDate(iso) ? formatDates([iso], language, { dateStyle: 'long' }) : iso,
  }
}

/** Lists the articles below a page: featured ones first, then newest first. */
function listArticlesBelow({ summaries }: Articles, route: string): ArticleSummary[] {
  const rank = ({ featured }: ArticleSummary) => (featured ? 0 : 1)
  return [...summaries.values()]
    .filter(({ href }) => isRouteBelow(href, route))
    .sort((a, b) => rank(a) - rank(b) || compareNewestFirst(a, b))
}

/**
 * Compares articles for a stable sort by date: articles of the same day keep their source order.
 */
export const compareNewestFirst = (a: ArticleSummary, b: ArticleSummary) =>
  a.published.iso < b.published.iso ? 1 : a.published.iso > b.published.iso ? -1 : 0

/** Whether a route is below another. Every route is below the home page. */
export const isRouteBelow = (route: string, parent: string) =>
  route.startsWith(parent === '/' ? '/' : `${parent}/`)

/** Finds the page that lists an article: the nearest one above it. */
export function findListingRoute({ listingRoutes }: Articles, route: string): string | undefined {
  return [...listingRoutes]
    .filter((listing) => isRouteBelow(route, listing))
    .sort((a, b) => b.length - a.length)[0]
}

/** More are not shown as related. */
const maxRelated = 6

/**
 * Lists the articles to read after another one: those of its category first, then the newest. They
 * are below the page that lists it, or beside it.
 */
function listRelatedArticles(articles: Articles, route: string): ArticleSummary[] {
  const { category } = articles.summaries.get(route) ?? {}
  const parent = findListingRoute(articles, route) ?? (route.replace(/\/[^/]*$/, '') || '/')
  const rank = (other: ArticleSummary) => (other.category === category ? 0 : 1)
  return [...articles.summaries.values()]
    .filter(({ href }) => href !== route && isRouteBelow(href, parent))
    .sort((a, b) => rank(a) - rank(b) || compareNewestFirst(a, b))
    .slice(0, maxRelated)
}

/**
 * Finds the page's article summary, the articles that it lists, the page that lists it, and those to
 * read next.
 */
export function findPageArticles(route: string, all: Articles) {
  const article = all.summaries.get(route)
  const articles = all.listingRoutes.has(route) ? listArticlesBelow(all, route) : []
  return {
    article,
    articles,
    ...(article && all.relatingRoutes.has(route) && { related: listRelatedArticles(all, route) }),
    listing: article ? findListingRoute(all, route) : articles.length > 0 ? route : undefined,
  }
}

/** Returns the path of the feed for a page that lists articles: `/news` → `/news/feed.xml`. */
export const toFeedPath = (listing: string) => `${listing === '/' ? '' : listing}/feed.xml`

/** Adds a computed reading to each fact that counts articles. */
export function addArticleCounts(
  facts: Map<string, LedgerFact>,
  { summaries }: Articles,
): Map<string, LedgerFact> {
  const count = (category: string) =>
    [...summaries.values()].filter((article) => article.category === category).length
  return new Map(
    [...facts].map(([name, fact]) => {
      if (fact.articlesIn === undefined) return [name, fact]
      const computed = { value: count(fact.articlesIn), source: 'counted by the generator' }
      return [
        name,
        { ...fact, readings: new Map([...fact.readings, [computedReadingName, computed]]) },
      ]
    }),
  )
}
