import { checkName, checkNames } from '../names/check-names.ts'
import type { NameScope } from '../names/name-kinds.ts'
import type { Problem } from '../problems/types.ts'
import { findListingRoute } from '../resolve/collect-articles.ts'
import { locateChild } from '../problems/locate-child.ts'
import { asList } from '../util/records.ts'
import type { SiteRule, SiteRuleContext } from './types.ts'

/** Checks the names in the settings, the menus and the ledger. Those on pages are checked there. */
function checkSharedNames({ merged, schema }: SiteRuleContext, scope: NameScope): Problem[] {
  const { main: source, settings, navigation, facts } = merged
  return [
    ...checkNames(schema, { $ref: '#/$defs/site' }, settings, { source, path: ['site'] }, scope),
    ...checkNames(
      schema,
      { $ref: '#/$defs/navigation' },
      navigation,
      { source, path: ['navigation'] },
      scope,
    ),
    ...[...facts.values()].flatMap((fact) =>
      checkNames(schema, { $ref: '#/$defs/ledger-entry' }, fact, fact.location, scope),
    ),
  ]
}

/** Checks the categories of articles, which are defined on the page that lists them. */
function checkCategories(
  { pages, articles }: SiteRuleContext,
  lists: Map<string, string[]>,
  scope: NameScope,
): Problem[] {
  return pages.flatMap(({ data: { article }, location, route }) => {
    const listing = article && findListingRoute(articles, route)
    return listing === undefined
      ? []
      : checkName(
          {
            kind: 'categories',
            name: article!.category,
            location: locateChild(location, 'article', 'category'),
          },
          { ...scope, listing: { route: listing, categories: lists.get(listing) ?? [] } },
        )
  })
}

export const nameRule: SiteRule = {
  name: 'What a text names is defined',
  check: (context) => {
    const { merged, pages } = context
    const lists = new Map(
      pages.flatMap(({ route, posts }) => {
        const labels = asList(posts?.block?.categories).map((entry) => entry?.label)
        return posts ? [[route, labels.filter((label) => typeof label === 'string')] as const] : []
      }),
    )
    const used = pages.flatMap(({ data }) => data.article?.category ?? [])
    const { settings, facts, possiblyDefined } = merged
    const scope = {
      ...{ settings, facts, possiblyDefined },
      categories: new Set([...lists.values(), used].flat()),
    }
    return [...checkSharedNames(context, scope), ...checkCategories(context, lists, scope)]
  },
}
