import { listApprovals } from './list-approvals.ts'
import { problemAt, type Problem } from '../../problems/problem.ts'
import { locateKey } from '../../problems/location.ts'
import type { SiteRuleContext } from '../types.ts'
import { formatRoutes, listFactsWithRoutes } from './evidence.ts'

/**
 * Checks that what pages print is approved where that is asked for. Only `npm run check` passes
 * `today`; builds ask nobody.
 */
export function checkApprovals(context: SiteRuleContext): Problem[] {
  const { today, site } = context
  if (today === undefined) return []
  const asked = listApprovals(site, context.context.language).filter(
    ({ state }) => state !== 'approved',
  )
  if (asked.length === 0) return []
  const printed = new Map(
    listFactsWithRoutes(context).map(({ fact, findRoutes }) => [
      fact,
      [...new Set([...fact.readings.keys()].flatMap(findRoutes))],
    ]),
  )
  return asked.flatMap(({ subject, fact, as, value, state, last, location }) => {
    const routes = fact && (printed.get(fact) ?? [])
    if (routes?.length === 0) return []
    const title = fact ? `"${subject.fact}" (${value})` : `The statement "${value}"`
    const where = routes ? ` ${formatRoutes(routes)}` : ''
    const at = locateKey(location)
    if (state === 'rejected') {
      const comment = last?.comment === undefined ? '' : `: ${last.comment}`
      const message = `${title} was rejected by ${last?.by} on ${last?.on}${comment}.${where}`
      return [problemAt(at, 'REJECTED', message)]
    }
    const message =
      state === 'changed'
        ? `${title} has changed since ${last?.by} ${last?.answer} ${last?.value} on ${last?.on}.${where}`
        : `${title} is not approved by ${as}.${where}`
    return [problemAt(at, 'UNAPPROVED', message, { expected: `an approval of ${as}` })]
  })
}
