import { checkDay, isDay } from '../days/day.ts'
import { findListingRoute, isRouteBelow } from '../resolve/collect-articles.ts'
import { problemAt } from '../problems/problem.ts'
import { locateChild, locateKey } from '../problems/location.ts'
import type { PageRule, SiteRule } from './types.ts'

/** The dates of an article exist and are in order. */
const checkArticleDates: PageRule = ({ data: { article }, location }) => {
  if (!article) return []
  const { published, updated } = article
  const dates = [
    ['published', published] as const,
    ...(updated ? [['updated', updated] as const] : []),
  ]
  const impossible = dates.flatMap(([name, { iso }]) =>
    checkDay(iso, locateChild(location, 'article', name)),
  )
  if (impossible.length > 0) return impossible
  // Validation reports what is not written as a day.
  const areDays = isDay(updated?.iso) && isDay(published.iso)
  if (!updated || !areDays || updated.iso >= published.iso) return []
  const at = locateChild(location, 'article', 'updated')
  const message = 'This article was updated before it was published.'
  const details = { expected: `${published.iso} or later`, found: updated.iso }
  return [problemAt(at, 'UPDATED_BEFORE_PUBLISHED', message, details)]
}

/** Only pages of kind article have the property article. */
const checkArticleKind: PageRule = ({ data: { kind }, location }, { schema, raw }) => {
  // Validation reports unknown kinds, which may be meant to be "article".
  if (
    kind === 'article' ||
    raw.article === undefined ||
    !schema.$defs?.page?.properties?.kind?.enum?.includes(kind)
  )
    return []
  const details = { expected: 'kind: article', found: `kind: ${kind}` }
  const message = 'This page has the property article, but its kind is not article.'
  return [problemAt(locateKey(location, 'article'), 'NOT_AN_ARTICLE', message, details)]
}

/** Only pages of kind article have related posts. */
const checkRelatedPosts: PageRule = ({ data: { kind, blocks }, location }) =>
  blocks.flatMap((block, index) => {
    if (kind === 'article' || block.type !== 'related-posts' || block.related) return []
    const details = { expected: 'kind: article', found: `kind: ${kind}` }
    const message = 'Only an article has related posts, and the kind of this page is not article.'
    return [problemAt(locateChild(location, 'blocks', index), 'NOT_AN_ARTICLE', message, details)]
  })

export const articlePageRules: PageRule[] = [checkArticleDates, checkArticleKind, checkRelatedPosts]

export const articleRules: SiteRule[] = [
  // Every article is in a list.
  ({ pages, articles }) =>
    pages
      .filter(({ data, route }) => data.article && findListingRoute(articles, route) === undefined)
      .map(({ route, location }) =>
        problemAt(location, 'UNLISTED_ARTICLE', `No page lists the article ${route}.`, {
          expected: 'a page above it with a block of type posts',
        }),
      ),
  // A list of articles is not empty.
  ({ pages, site }) =>
    pages.flatMap((page) => {
      const { block, index } = page.posts ?? {}
      if (!block || (block.articles?.length ?? 0) > 0 || block.announced !== undefined) return []
      // An invalid file or entry may define an article.
      if (
        [...site.possiblyDefined].some(
          (route) =>
            isRouteBelow(route, page.route) &&
            (site.pages.get(route)?.raw.kind ?? 'article') === 'article',
        )
      )
        return []
      const details = {
        expected: `a page of kind article below ${page.route}, or announced posts`,
        found: '0',
      }
      const message = 'This posts block has no articles to list.'
      return [
        problemAt(locateChild(page.location, 'blocks', index!), 'NO_ARTICLES', message, details),
      ]
    }),
]
