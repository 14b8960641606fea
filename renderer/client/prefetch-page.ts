import type { PageData } from '../../schema/page-data.ts'
import { getDataPath, toRoute } from '../routes.ts'
import { fetchJson } from './fetch-json.ts'
import { findInternalLink } from './find-internal-link.ts'

/** In milliseconds. The delay skips links that the pointer or the focus only passes over. */
const hoverDelayMs = 80
/** How long prefetched data is used, in milliseconds. */
const prefetchLifetimeMs = 30_000

const prefetchedPages = new Map<string, Promise<PageData>>()

/** Returns the prefetched data of a page, if any, and removes it: it is used only once. */
export function takePrefetchedPage(url: string): Promise<PageData> | undefined {
  const page = prefetchedPages.get(url)
  prefetchedPages.delete(url)
  return page
}

/** Discards prefetched data, because it may be outdated. */
export const clearPrefetchedPages = (): void => prefetchedPages.clear()

/** Prefetches the data of a page when the visitor is about to follow a link to it. */
export function prefetchOnIntent(): void {
  let timer: ReturnType<typeof setTimeout>
  for (const type of ['pointerover', 'touchstart', 'focusin']) {
    addEventListener(
      type,
      (event) => {
        clearTimeout(timer)
        const link = findInternalLink(event, true)
        if (link && link.pathname !== location.pathname)
          timer = setTimeout(
            () => prefetchPageData(getDataPath(toRoute(link.pathname))),
            type === 'touchstart' ? 0 : hoverDelayMs,
          )
      },
      { passive: true },
    )
  }
  // Pressing has focused the link, but the navigation fetches the data itself.
  addEventListener('click', () => clearTimeout(timer))
}

function prefetchPageData(url: string): void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  if (prefetchedPages.has(url) || connection?.saveData) return
  const page = fetchJson<PageData>(url)
  prefetchedPages.set(url, page)
  const discard = () => void (prefetchedPages.get(url) === page && prefetchedPages.delete(url))
  setTimeout(discard, prefetchLifetimeMs)
  // Possibly offline, or an alias, which has no data: the navigation handles it.
  page.catch(discard)
}

/** Removes the speculation rules: the application needs no prefetched documents. */
export function removeSpeculationRules(): void {
  document.querySelector('script[type=speculationrules]')?.remove()
}
