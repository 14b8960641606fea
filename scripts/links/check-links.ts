import { runConcurrently } from '../shared/run-concurrently.ts'
import { checkLink } from './check-link.ts'
import { HostQueues, type QueueOptions } from './host-queues.ts'
import type { OutsideLink } from '../report/links.ts'
import type { CheckedLink, LinkResult } from './link-types.ts'
import type { LinksCache } from './links-cache.ts'
import { addToGroup, type Groups } from '../../schema/util/group-by.ts'

type CheckOptions = QueueOptions & {
  cache: LinksCache
  /** How long a good result is reused. */
  maxAgeMs: number
}

/** How many hosts are requested at the same time. */
const parallelHosts = 8

/** Checks each address, unless a recent result is cached, and saves the results host by host. */
export async function checkLinks(
  links: OutsideLink[],
  { cache, maxAgeMs, ...visitor }: CheckOptions,
): Promise<CheckedLink[]> {
  const hosts = new HostQueues(visitor)
  const results = new Map<string, LinkResult>()
  const byHost: Groups<string, string> = new Map()
  for (const { url } of links) {
    const recent = cache.find(url, visitor.clock.now() - maxAgeMs)
    if (recent) results.set(url, recent)
    else addToGroup(byHost, new URL(url).host, url)
  }
  await runConcurrently(byHost.values(), parallelHosts, async (urls) => {
    for (const url of urls) {
      const result = await checkLink(url, hosts)
      results.set(url, result)
      cache.add(url, result)
    }
    await cache.save()
  })
  return links.map((link) => ({ ...link, ...judgeUse(link, results.get(link.url)!) }))
}

/** What answers a request says less of what is not a link. */
function judgeUse({ url, uses }: OutsideLink, result: LinkResult): LinkResult {
  const { status = 0, endsAt } = result
  // It takes what is posted there, and nothing else.
  const isPostedTo = uses[0]?.as === 'endpoint' && uses.every(({ as }) => as === 'endpoint')
  if (isPostedTo && [400, 405, 411, 415, 422].includes(status)) return { ...result, state: 'ok' }
  const isBlocked = endsAt !== undefined && new URL(endsAt).origin !== new URL(url).origin
  if (!isBlocked || !uses.some(({ as }) => as === 'frame')) return result
  const detail = 'Visitors see nothing, since the page allows a frame of this origin only: it leads'
  return { ...result, state: 'failing', detail, newAddress: endsAt }
}
