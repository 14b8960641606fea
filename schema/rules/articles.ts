import { findListing, isBelow, isDay } from '../articles.ts'
import { findNearest, listNames } from '../nearest-name.ts'
import { problemAt, type Path, type Place, type Problem } from '../problem.ts'
import type { PostsBlock } from '../types.gen.ts'
import type { PageRule, Rule, RuleContext } from './index.ts'

const below = ({ source, path }: Place, ...steps: Path): Place => ({
  source,
  path: [...path, ...steps],
})
const checkDates: PageRule['check'] = ({ data: { article }, place }) => {
  if (!article) return []
  const { published, updated } = article
  const dates = [
    ['published', published] as const,
    ...(updated ? [['updated', updated] as const] : []),
  ]
  // What is not written as a date has been reported as that.
  const impossible = dates.filter(([, { iso }]) => /^\d{4}-\d{2}-\d{2}$/.test(iso) && !isDay(iso))
  if (impossible.length > 0) {
    return impossible.map(([name, { iso }]) =>
      problemAt(below(place, 'article', name), 'IMPOSSIBLE_DATE', `There is no day ${iso}.`, {
        found: iso,
      }),
    )
  }
  if (!updated || updated.iso >= published.iso) return []
  const details = { expected: `${published.iso} or later`, found: updated.iso }
  return [
    problemAt(
      below(place, 'article', 'updated'),
      'UPDATED_TOO_EARLY',
      'This article was updated before it was published.',
      details,
    ),
  ]
}

const checkKind: PageRule['check'] = ({ data: { kind }, place }, { schema, raw }) => {
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
      { ...below(place, 'article'), part: 'key' },
      'NO_ARTICLE',
      'This page has an article, and is of another kind.',
      details,
    ),
  ]
}

function checkCategories({ pages, articles }: RuleContext): Problem[] {
  const lists = new Map(
    pages.flatMap(({ route, place, posts }) =>
      posts ? [[route, { route, place, ...posts }] as const] : [],
    ),
  )
  const check = (
    category: string,
    categories: PostsBlock['categories'],
    route: string,
    place: Place,
  ) => {
    const labels = (Array.isArray(categories) ? categories : [])
      .map((entry) => entry?.label)
      .filter((label) => typeof label === 'string')
    if (labels.length === 0 || category === '' || labels.includes(category)) return []
    const details = {
      expected: listNames(labels),
      found: category,
      suggestion: findNearest(category, labels),
    }
    return [
      problemAt(
        place,
        'UNKNOWN_CATEGORY',
        `"${category}" is not a category of the list on ${route}.`,
        details,
      ),
    ]
  }
  const ofArticles = pages.flatMap(({ data: { article }, place, route }) => {
    const listing = article && findListing(articles, route)
    return listing === undefined
      ? []
      : check(
          article!.category,
          lists.get(listing)?.block?.categories,
          listing,
          below(place, 'article', 'category'),
        )
  })
  const announced = [...lists.values()].flatMap(({ route, place, block, index }) =>
    (Array.isArray(block?.announced) ? block.announced : []).flatMap((post, at) =>
      check(
        typeof post?.category === 'string' ? post.category : '',
        block.categories,
        route,
        below(place, 'blocks', index, 'announced', at, 'category'),
      ),
    ),
  )
  return [...ofArticles, ...announced]
}

export const ownArticleRules: PageRule[] = [
  { name: 'The dates of an article are days, and in their order', check: checkDates },
  { name: 'Only a page of kind article is one', check: checkKind },
]

export const articleRules: Rule[] = [
  { name: 'The category of a post is one of its list', check: checkCategories },
  {
    name: 'Every article is in a list',
    check: ({ pages, articles }) =>
      pages
        .filter(({ data, route }) => data.article && findListing(articles, route) === undefined)
        .map(({ route, place }) =>
          problemAt(place, 'UNLISTED_ARTICLE', `No page lists the article ${route}.`, {
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
          [...merged.unread].some(
            (route) =>
              isBelow(route, page.route) &&
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
            below(page.place, 'blocks', index!),
            'EMPTY_LIST',
            'This list has no articles.',
            details,
          ),
        ]
      }),
  },
]
