import { checkDay } from '../days/day.ts'
import { findListingRoute, isRouteBelow } from '../resolve/collect-articles.ts'
import { describeUnknownName } from '../validate/nearest-name.ts'
import { problemAt } from '../problems/problem.ts'
import type { PostsBlock } from '../types.gen.ts'
import { locateChild, locateKey } from '../problems/locate-child.ts'
import type { SourceLocation } from '../problems/source-file.ts'
import type { Problem } from '../problems/types.ts'
import type { PageRule, SiteRule, SiteRuleContext } from './types.ts'
import { asList } from '../util/records.ts'

const checkArticleDates: PageRule['check'] = ({ data: { article }, location }) => {
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
  if (!updated || updated.iso >= published.iso) return []
  const details = { expected: `${published.iso} or later`, found: updated.iso }
  return [
    problemAt(
      locateChild(location, 'article', 'updated'),
      'UPDATED_BEFORE_PUBLISHED',
      'This article was updated before it was published.',
      details,
    ),
  ]
}

const checkArticleKind: PageRule['check'] = ({ data: { kind }, location }, { schema, raw }) => {
  // Validation reports unknown kinds, which may be meant to be "article".
  if (
    kind === 'article' ||
    raw.article === undefined ||
    !schema.$defs?.page?.properties?.kind?.enum?.includes(kind)
  )
    return []
  const details = { expected: 'kind: article', found: `kind: ${kind}` }
  return [
    problemAt(
      locateKey(location, 'article'),
      'NOT_AN_ARTICLE',
      'This page has the property article, but its kind is not article.',
      details,
    ),
  ]
}

const checkRelatedPosts: PageRule['check'] = ({ data: { kind, blocks }, location }) =>
  blocks.flatMap((block, index) => {
    if (kind === 'article' || block.type !== 'related-posts' || block.related) return []
    const details = { expected: 'kind: article', found: `kind: ${kind}` }
    return [
      problemAt(
        locateChild(location, 'blocks', index),
        'NOT_AN_ARTICLE',
        'Only an article has related posts, and the kind of this page is not article.',
        details,
      ),
    ]
  })

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
    const labels = asList(categories)
      .map((entry) => entry?.label)
      .filter((label) => typeof label === 'string')
    if (labels.length === 0 || category === '' || labels.includes(category)) return []
    const details = describeUnknownName(category, labels)
    return [
      problemAt(
        location,
        'UNKNOWN_CATEGORY',
        `"${category}" is not a category of the posts on ${route}.`,
        details,
      ),
    ]
  }
  const articleProblems = pages.flatMap(({ data: { article }, location, route }) => {
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
  const announcedProblems = [...lists.values()].flatMap(({ route, location, block, index }) =>
    (Array.isArray(block?.announced) ? block.announced : []).flatMap((post, at) =>
      check(
        typeof post?.category === 'string' ? post.category : '',
        block.categories,
        route,
        locateChild(location, 'blocks', index, 'announced', at, 'category'),
      ),
    ),
  )
  return [...articleProblems, ...announcedProblems]
}

export const articlePageRules: PageRule[] = [
  { name: 'The dates of an article exist and are in order', check: checkArticleDates },
  { name: 'Only pages of kind article have the property article', check: checkArticleKind },
  { name: 'Only pages of kind article have related posts', check: checkRelatedPosts },
]

export const articleRules: SiteRule[] = [
  { name: 'The category of a post exists in its list', check: checkArticleCategories },
  {
    name: 'Every article is in a list',
    check: ({ pages, articles }) =>
      pages
        .filter(
          ({ data, route }) => data.article && findListingRoute(articles, route) === undefined,
        )
        .map(({ route, location }) =>
          problemAt(location, 'UNLISTED_ARTICLE', `No page lists the article ${route}.`, {
            expected: 'a page above it with a block of type posts',
          }),
        ),
  },
  {
    name: 'A list of articles is not empty',
    check: ({ pages, merged }) =>
      pages.flatMap((page) => {
        const { block, index } = page.posts ?? {}
        if (!block || (block.articles?.length ?? 0) > 0 || block.announced !== undefined) return []
        // An invalid file or entry may define an article.
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
            'NO_ARTICLES',
            'This posts block has no articles to list.',
            details,
          ),
        ]
      }),
  },
]
