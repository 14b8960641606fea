import { findListingRoute, isRouteBelow, isCalendarDate } from '../resolve/collect-articles.ts'
import { findNearestName, formatNameList } from '../validate/nearest-name.ts'
import { problemAt, type Path, type SourceLocation, type Problem } from '../problems/problem.ts'
import type { PostsBlock } from '../types.gen.ts'
import type { PageRule, SiteRule, SiteRuleContext } from './index.ts'

const locateChild = ({ source, path }: SourceLocation, ...steps: Path): SourceLocation => ({
  source,
  path: [...path, ...steps],
})
const checkArticleDates: PageRule['check'] = ({ data: { article }, location }) => {
  if (!article) return []
  const { published, updated } = article
  const dates = [
    ['published', published] as const,
    ...(updated ? [['updated', updated] as const] : []),
  ]
  // What is not written as a date has been reported as that.
  const impossible = dates.filter(
    ([, { iso }]) => /^\d{4}-\d{2}-\d{2}$/.test(iso) && !isCalendarDate(iso),
  )
  if (impossible.length > 0) {
    return impossible.map(([name, { iso }]) =>
      problemAt(
        locateChild(location, 'article', name),
        'IMPOSSIBLE_DATE',
        `There is no day ${iso}.`,
        {
          found: iso,
        },
      ),
    )
  }
  if (!updated || updated.iso >= published.iso) return []
  const details = { expected: `${published.iso} or later`, found: updated.iso }
  return [
    problemAt(
      locateChild(location, 'article', 'updated'),
      'UPDATED_TOO_EARLY',
      'This article was updated before it was published.',
      details,
    ),
  ]
}

const checkArticleKind: PageRule['check'] = ({ data: { kind }, location }, { schema, raw }) => {
  // A kind that does not exist has been reported, and may be meant to be this one.
  if (
    kind === 'article' ||
    raw.article === undefined ||
    !schema.$defs?.page?.properties?.kind?.enum?.includes(kind)
  )
    return []
  const details = { expected: 'kind: article', found: `kind: ${kind}` }
  return [
    problemAt(
      { ...locateChild(location, 'article'), target: 'key' },
      'NO_ARTICLE',
      'This page has an article, and is of another kind.',
      details,
    ),
  ]
}

function checkArticleCategories({ pages, articles }: SiteRuleContext): Problem[] {
  const lists = new Map(
    pages.flatMap(({ route, location, posts }) =>
      posts ? [[route, { route, location, ...posts }] as const] : [],
    ),
  )
  const check = (
    category: string,
    categories: PostsBlock['categories'],
    route: string,
    location: SourceLocation,
  ) => {
    const labels = (Array.isArray(categories) ? categories : [])
      .map((entry) => entry?.label)
      .filter((label) => typeof label === 'string')
    if (labels.length === 0 || category === '' || labels.includes(category)) return []
    const details = {
      expected: formatNameList(labels),
      found: category,
      suggestion: findNearestName(category, labels),
    }
    return [
      problemAt(
        location,
        'UNKNOWN_CATEGORY',
        `"${category}" is not a category of the list on ${route}.`,
        details,
      ),
    ]
  }
  const ofArticles = pages.flatMap(({ data: { article }, location, route }) => {
    const listing = article && findListingRoute(articles, route)
    return listing === undefined
      ? []
      : check(
          article!.category,
          lists.get(listing)?.block?.categories,
          listing,
          locateChild(location, 'article', 'category'),
        )
  })
  const announced = [...lists.values()].flatMap(({ route, location, block, index }) =>
    (Array.isArray(block?.announced) ? block.announced : []).flatMap((post, at) =>
      check(
        typeof post?.category === 'string' ? post.category : '',
        block.categories,
        route,
        locateChild(location, 'blocks', index, 'announced', at, 'category'),
      ),
    ),
  )
  return [...ofArticles, ...announced]
}

export const articlePageRules: PageRule[] = [
  { name: 'The dates of an article are days, and in their order', check: checkArticleDates },
  { name: 'Only a page of kind article is one', check: checkArticleKind },
]

export const articleRules: SiteRule[] = [
  { name: 'The category of a post is one of its list', check: checkArticleCategories },
  {
    name: 'Every article is in a list',
    check: ({ pages, articles }) =>
      pages
        .filter(
          ({ data, route }) => data.article && findListingRoute(articles, route) === undefined,
        )
        .map(({ route, location }) =>
          problemAt(location, 'UNLISTED_ARTICLE', `No page lists the article ${route}.`, {
            expected: 'a page above it that has a block of type posts',
          }),
        ),
  },
  {
    name: 'A list of articles has some to show',
    check: ({ pages, merged }) =>
      pages.flatMap((page) => {
        const { block, index } = page.posts ?? {}
        if (!block || (block.articles?.length ?? 0) > 0 || block.announced !== undefined) return []
        // An article that could not be read has been reported as that.
        if (
          [...merged.possiblyDefined].some(
            (route) =>
              isRouteBelow(route, page.route) &&
              (merged.pages.get(route)?.raw.kind ?? 'article') === 'article',
          )
        )
          return []
        const details = {
          expected: `a page of kind article below ${page.route}, or announced posts`,
          found: '0',
        }
        return [
          problemAt(
            locateChild(page.location, 'blocks', index!),
            'EMPTY_LIST',
            'This list has no articles.',
            details,
          ),
        ]
      }),
  },
]
