import { toPath } from './old-address.ts'
import { followRedirects, type OldSite } from './old-site.ts'
import type { FilePlan } from './plan-files.ts'
import type { SitePlan } from './plan-site.ts'

type AnswerPlan = {
  /** Every address that the old site had. */
  addresses: Set<string>
  /** Addresses that are gone for good, with the reason. Hosts look at the path alone. */
  gone: Map<string, string>
  /** Addresses that lead to other sites. */
  redirects: Record<string, string>
  /** Addresses of files that every build writes. */
  replaced: Set<string>
}

/** Lists the old addresses, and decides about those that lead to no page and no file. */
export function planAnswers(old: OldSite, plan: SitePlan, files: FilePlan): AnswerPlan {
  const redirects: Record<string, string> = {}
  const written = new Map([...old.gone, ...files.gone])
  for (const [address, target] of old.redirects)
    if (plan.targets.has(address)) continue
    else if (/^https?:/.test(target)) redirects[address] = target
    else {
      const end = followRedirects(address, old)
      const reason = end === undefined ? undefined : old.unreached.get(end)
      if (reason !== undefined) old.unreached.set(address, `It led to ${end}. ${reason}`)
      else if (end === undefined) written.set(address, 'it redirected in a circle')
      else written.set(address, `it led to ${target}, which was not there`)
    }
  const gone = new Map<string, string>()
  for (const [address, reason] of written) {
    const path = toPath(address)
    // A page is at its path with any query.
    if (path === address || !(plan.targets.has(path) || files.kept.has(path)))
      gone.set(path, reason)
  }
  const addresses = new Set([
    ...plan.targets.keys(),
    ...old.files.keys(),
    ...old.lists.keys(),
    ...old.redirects.keys(),
    ...written.keys(),
    ...old.replaced.keys(),
    ...old.missing.keys(),
    ...old.unreached.keys(),
  ])
  // Routes that only the new site has.
  for (const { route, old: page, aliases } of plan.pages)
    if (![page.address, ...aliases].includes(route)) addresses.delete(route)
  const replaced = new Set([...files.replaced, ...old.replaced.keys()])
  return { addresses, gone, redirects, replaced }
}
