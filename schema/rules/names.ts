import { checkName, checkNames } from '../names/check-names.ts'
import { type SourceLocation, locateChild } from '../problems/location.ts'
import { findListingRoute } from '../resolve/collect-articles.ts'
import { asList } from '../util/records.ts'
import type { SiteRule } from './types.ts'

/** Checks the names in the settings, the menus and the ledger. Those on pages are checked there. */
export const nameRule: SiteRule = ({ site, pages, articles, schema }) => {
  const { main: source, settings, navigation, facts, possiblyDefined } = site
  const lists = new Map(
    pages.flatMap(({ route, posts }) => {
      const labels = asList(posts?.block?.categories).map((entry) => entry?.label)
      return posts ? [[route, labels.filter((label) => typeof label === 'string')] as const] : []
    }),
  )
  const used = pages.flatMap(({ data }) => data.article?.category ?? [])
  const categories = new Set([...lists.values(), used].flat())
  const routes = [...site.pages.keys(), ...site.planned.keys()]
  const scope = { settings, facts, possiblyDefined, categories, routes }
  const check = (definition: string, value: unknown, location: SourceLocation) =>
    checkNames(schema, definition, value, location, scope)
  return [
    ...check('site', settings, { source, path: ['site'] }),
    ...check('navigation', navigation, { source, path: ['navigation'] }),
    ...[...facts.values()].flatMap((fact) => check('ledger-entry', fact, fact.location)),
    // The categories of an article are defined on the page that lists it.
    ...pages.flatMap(({ data: { article }, location: page, route }) => {
      const listing = article && findListingRoute(articles, route)
      if (listing === undefined) return []
      const location = locateChild(page, 'article', 'category')
      return checkName(
        { kind: 'categories', name: article!.category, location },
        { ...scope, listing: { route: listing, categories: lists.get(listing) ?? [] } },
      )
    }),
  ]
}
