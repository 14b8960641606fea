import { FileStore } from '../../schema/util/file-cache.ts'
import { tryParseJson } from '../../schema/util/try-parse.ts'
import { linkStates, type LinkResult } from './link-types.ts'

export type LinksCache = {
  /** @returns a result that need not be found again, since it is newer than `since`. */
  find(url: string, since: number): LinkResult | undefined
  add(url: string, result: LinkResult): void
  /** Keeps the results for the next run, if the folder of the cache can be written. */
  save(): void
}

/** Older results are dropped from the file. */
const keepMs = 90 * 24 * 60 * 60 * 1000
/** Broken links are checked in each run, so that a repaired link is noticed immediately. */
const cachedStates = new Set(['ok', 'moved', 'blocked'])

/** All results are one file, since each run needs all of them. */
const key = 'results'

/** Opens the results of earlier runs, of all sites. */
export function openLinksCache(now: number): LinksCache {
  const store = new FileStore('links')
  const results = new Map(
    readResults(store.get(key)).filter(([, { checkedAt }]) => isNewer(checkedAt)),
  )
  function isNewer(checkedAt: string, since = now - keepMs) {
    return Date.parse(checkedAt) > since
  }
  return {
    find(url, since) {
      const result = results.get(url)
      const isUsable = result && cachedStates.has(result.state) && isNewer(result.checkedAt, since)
      return isUsable ? result : undefined
    },
    add: (url, result) => void results.set(url, result),
    save: () => store.put(key, JSON.stringify([...results], null, 1)),
  }
}

function readResults(found: Buffer | undefined): [url: string, result: LinkResult][] {
  const stored = tryParseJson<[string, LinkResult][]>(found?.toString() ?? '') ?? []
  return stored.filter(([, { state }]) => linkStates.includes(state))
}
