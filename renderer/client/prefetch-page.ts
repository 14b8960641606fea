import type { PageData } from '../../schema/page-data.ts'
import { getDataUrl, toRoute } from '../routes.ts'
import { fetchJson } from './fetch-json.ts'
import { findInternalLink } from './find-internal-link.ts'

/** How long a pointer or the focus rests on a link before its page is fetched, in milliseconds: not every one that is crossed. */
const hoverDelayMs = 80
/** How long what was fetched ahead is good for, in milliseconds. */
const prefetchLifetimeMs = 30_000

const prefetchedPages = new Map<string, Promise<PageData>>()

/** The page's data if it was fetched ahead; each is good for one visit. */
export function takePrefetchedPage(url: string): Promise<PageData> | undefined {
  const page = prefetchedPages.get(url)
  prefetchedPages.delete(url)
  return page
}

/** Forgets what was fetched ahead, because it may have changed. */
export const clearPrefetchedPages = (): void => prefetchedPages.clear()

/** Fetches the data of a page as soon as a visitor seems to be about to follow a link to it. */
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
            () => prefetchPageData(getDataUrl(toRoute(link.pathname))),
            type === 'touchstart' ? 0 : hoverDelayMs,
          )
      },
      { passive: true },
    )
  }
  // The press has given the focus to a link; what it leads to is fetched by the visit itself.
  addEventListener('click', () => clearTimeout(timer))
}

function prefetchPageData(url: string): void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  if (prefetchedPages.has(url) || connection?.saveData) return
  const page = fetchJson<PageData>(url)
  prefetchedPages.set(url, page)
  const forget = () => void (prefetchedPages.get(url) === page && prefetchedPages.delete(url))
  setTimeout(forget, prefetchLifetimeMs)
  // Offline for a moment, or an alias, which has no data: the visit itself finds out.
  page.catch(forget)
}

/** The application fetches data; documents fetched ahead would be for nothing. */
export function removeSpeculationRules(): void {
  document.querySelector('script[type=speculationrules]')?.remove()
}
