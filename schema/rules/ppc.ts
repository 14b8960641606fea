import { parseLink } from '../resolve/parse-link.ts'
import { stripTrailingSlash } from '../resolve/route-paths.ts'
import { problemAt } from '../problems/problem.ts'
import { asText } from '../util/as-text.ts'
import { locateChild } from '../util/locate-child.ts'
import type { Problem } from '../problems/types.ts'
import type { Action } from '../types.gen.ts'
import type { PageRule, SiteRule, SiteRuleContext } from './types.ts'

const listActionHrefs = (actions: unknown) =>
  (Array.isArray(actions) ? actions : []).map((action) =>
    asText((action as Partial<Action> | null)?.href),
  )

const checkIndexing: PageRule['check'] = ({ route, data, location }, { raw }) =>
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

/** A menu leads visitors, and search engines, to pages that are meant for paid ads alone. */
function checkShellLinks({ pages, shellFindings }: SiteRuleContext): Problem[] {
  const routes = new Set(pages.flatMap(({ route, data }) => (data.kind === 'ppc' ? [route] : [])))
  return shellFindings.links.flatMap(({ href, location }) => {
    const link = parseLink(href)
    if (link.kind !== 'internal' || !routes.has(stripTrailingSlash(link.route))) return []
    const message = `The ppc page ${link.route} is linked here, on every page of the site.`
    return [problemAt(location, 'LISTED_PPC_PAGE', message, { found: link.route })]
  })
}

export const ppcPageRules: PageRule[] = [
  {
    name: 'A ppc page starts with a hero that has a call button',
    check: ({ route, location, data }) => {
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
      return [
        problemAt(
          location,
          'PPC_WITHOUT_CALL_BUTTON',
          `${route} does not start with a hero that has a call button.`,
          { expected },
        ),
      ]
    },
  },
  { name: 'A ppc page is not to be listed', check: checkIndexing },
]

export const ppcRules: SiteRule[] = [
  { name: 'The header and the footer lead to no ppc page', check: checkShellLinks },
]
