import { type SourceLocation, locateChild, locateKey } from '../problems/location.ts'
import { parseLink } from '../resolve/parse-link.ts'
import { stripTrailingSlash } from '../util/route-paths.ts'
import { problemAt, type Problem } from '../problems/problem.ts'
import { asText } from '../util/as-text.ts'
import type { PageSummary } from '../resolve/page-summary.ts'
import type { Action } from '../types.gen.ts'
import type { PageRule, SiteRule, SiteRuleContext } from './types.ts'
import { asList } from '../util/records.ts'

const listActionHrefs = (actions: unknown) =>
  asList(actions).map((action) => asText((action as Partial<Action> | null)?.href))

/** A ppc page is not to be listed. */
const checkIndexing: PageRule = ({ route, data, location }, { raw }) =>
  data.kind === 'ppc' && raw.noindex === false
    ? [
        problemAt(
          locateChild(location, 'noindex'),
          'INDEXED_PPC_PAGE',
          `${route} has noindex: false, but search engines never list a ppc page.`,
          { found: 'noindex: false' },
        ),
      ]
    : []

/**
 * Reports links in menus to pages for paid ads, since visitors and search engines would follow
 * them.
 */
function checkShellLinks({ pages, shellFindings }: SiteRuleContext): Problem[] {
  const ppc = pages.filter(({ data }) => data.kind === 'ppc')
  return listLinkingPages(ppc, shellFindings).map(({ route, location }) => {
    const message = `The ppc page ${route} is linked here, on every page of the site.`
    return problemAt(location, 'LISTED_PPC_PAGE', message, { found: route })
  })
}

/** Lists the links that lead to one of these pages, each with the route as it is written. */
function listLinkingPages(
  pages: PageSummary[],
  { links }: SiteRuleContext['shellFindings'],
): { route: string; location: SourceLocation }[] {
  const routes = new Set(pages.map(({ route }) => route))
  return links.flatMap(({ href, location }) => {
    const link = parseLink(href)
    return link.kind === 'internal' && routes.has(stripTrailingSlash(link.route))
      ? [{ route: link.route, location }]
      : []
  })
}

/** Whether a page that is not indexed has a recorded date, which only indexed pages get. */
const wasListed = ({ route, meta }: PageSummary, { dates }: SiteRuleContext) =>
  !meta.indexed && !meta.planned && Object.hasOwn(dates.entries, route)

/** A page that was listed is not hidden by accident. */
function checkListedBefore(context: SiteRuleContext): Problem[] {
  return context.pages
    .filter((page) => wasListed(page, context))
    .map(({ route, data, location }) => {
      const isAd = data.kind === 'ppc'
      const now = isAd ? 'it is a ppc page' : 'it has noindex: true'
      const undo = isAd ? 'Use another kind, such as landing' : 'Delete noindex'
      const at = locateKey(location, isAd ? 'kind' : 'noindex')
      const message = `${route} was in the sitemap when its date was recorded, but now ${now}.`
      return problemAt(at, 'NOINDEX_IN_SITEMAP', message, {
        expected: 'a page that search engines may list',
        fix: `${undo}. If search engines should forget the page, run npm run check -- --record.`,
      })
    })
}

/**
 * Reports pages with noindex in the header menus: the menu says that a page matters, and noindex
 * says that it does not.
 */
function checkMenuTargets(context: SiteRuleContext): Problem[] {
  const hidden = context.pages.filter(
    (page) =>
      !page.meta.indexed &&
      !page.meta.planned &&
      page.data.kind !== 'ppc' &&
      !wasListed(page, context),
  )
  return listLinkingPages(hidden, context.shellFindings).flatMap(({ route, location }) => {
    // A footer often links to legal pages that need not be found by a search.
    if (location.path[1] !== 'header') return []
    const message = `The header links to ${route}, which has noindex: true.`
    return [problemAt(location, 'NOINDEX_IN_MENU', message, { found: route })]
  })
}

export const ppcPageRules: PageRule[] = [
  // A ppc page starts with a hero that has a call button.
  ({ route, location, data }) => {
    if (data.kind !== 'ppc') return []
    const [first] = data.blocks
    // Validation reports actions of the wrong type.
    if (first?.type === 'hero' && first.actions !== undefined && !Array.isArray(first.actions))
      return []
    if (
      first?.type === 'hero' &&
      listActionHrefs(first.actions).some((href) => href.startsWith('tel:'))
    )
      return []
    const expected = 'first block: hero, with an action whose href is tel:'
    const message =
      first?.type !== 'hero' && data.blocks.some(({ type }) => type === 'hero')
        ? `${route} must start with its hero, but a block of type ${first!.type} is above it.`
        : `${route} does not start with a hero that has a call button.`
    return [problemAt(location, 'PPC_WITHOUT_CALL_BUTTON', message, { expected })]
  },
  checkIndexing,
]

export const indexingRules: SiteRule[] = [checkListedBefore, checkMenuTargets, checkShellLinks]
