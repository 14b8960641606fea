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
  return links.map((link) => ({ ...link, ...results.get(link.url)! }))
}
