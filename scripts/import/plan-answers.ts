import { toPath } from './old-address.ts'
import { followRedirects, type OldSite } from './old-site.ts'
import type { SitePlan } from './plan-site.ts'
import type { SiteAnswer } from './proof/built-site.ts'

/** How the new site answers an old address, in words, and whether it does. */
export type AddressAnswer = { address: string; answer: string; isUnanswered?: boolean }

/** How the answer begins if nobody knows what was there. */
export const notReached = 'not reached'

type AnswerPlan = {
  /** Every address that the old site had. */
  addresses: string[]
  /** Addresses that are gone for good, with the reason. Hosts look at the path alone. */
  gone: Map<string, string>
  /** Addresses that lead to other sites. */
  redirects: Record<string, string>
}

/**
 * Lists the old addresses, and decides about those that lead to no page and no file.
 * @param files the addresses of files that are kept
 */
export function planAnswers(
  old: OldSite,
  { pages, targets }: SitePlan,
  files: { has(address: string): boolean },
): AnswerPlan {
  const redirects: Record<string, string> = {}
  const gone = new Map<string, string>()
  const lose = (address: string, reason: string) => {
    const path = toPath(address)
    // A page is at its path with any query.
    if (path === address || !(targets.has(path) || files.has(path))) gone.set(path, reason)
  }
  for (const [address, answer] of old.others)
    if (answer.kind === 'lost') lose(address, answer.reason)
    else if (answer.kind !== 'redirect' || targets.has(address)) continue
    else if (/^https?:/.test(answer.to)) redirects[address] = answer.to
    else {
      const end = followRedirects(address, old)
      const last = end === undefined ? undefined : old.others.get(end)
      if (last?.kind === 'unreached')
        old.others.set(address, { ...last, reason: `It led to ${end}. ${last.reason}` })
      else if (end === undefined) lose(address, 'it redirected in a circle')
      else lose(address, `it led to ${answer.to}, which was not there`)
    }
  const addresses = new Set([...targets.keys(), ...old.files.keys(), ...old.others.keys()])
  // Routes that only the new site has.
  for (const { route, old: page, aliases } of pages)
    if (![page.address, ...aliases].includes(route)) addresses.delete(route)
  return { addresses: [...addresses], gone, redirects }
}

/** Says how the new site answers an old address. */
export function describeAnswer(
  address: string,
  answer: SiteAnswer | undefined,
  { others }: OldSite,
  gone: Map<string, string>,
): AddressAnswer {
  const kind = others.get(address)?.kind
  if (answer && 'route' in answer && answer.route === toPath(address))
    return { address, answer: 'page' }
  if (answer && ('route' in answer || 'url' in answer))
    return { address, answer: `301 to ${'route' in answer ? answer.route : answer.url}` }
  if (kind === 'replaced' || (answer && 'file' in answer)) return { address, answer: 'file' }
  if (answer) return { address, answer: `410, ${gone.get(toPath(address)) ?? 'gone'}` }
  return { address, answer: kind === 'unreached' ? notReached : 'none', isUnanswered: true }
}
