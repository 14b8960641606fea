import type { PageData } from '../../schema/page-data.ts'
import { dataUrlOf, routeOf } from '../routes.ts'
import { fetchJson } from './fetch-json.ts'
import { findPlainLink } from './plain-link.ts'

/** How long a pointer or the focus rests on a link before its page is fetched, in milliseconds: not every one that is crossed. */
const rest = 80
/** How long what was fetched ahead is good for, in milliseconds. */
const lifetime = 30_000

const ahead = new Map<string, Promise<PageData>>()

/** The page's data if it was fetched ahead; each is good for one visit. */
export function takePage(url: string): Promise<PageData> | undefined {
  const page = ahead.get(url)
  ahead.delete(url)
  return page
}

/** Forgets what was fetched ahead, because it may have changed. */
export const forgetPages = (): void => ahead.clear()

/** Fetches the data of a page as soon as a visitor seems to be about to follow a link to it. */
export function prefetchOnIntent(): void {
  let timer: ReturnType<typeof setTimeout>
  for (const type of ['pointerover', 'touchstart', 'focusin']) {
    addEventListener(
      type,
      (event) => {
        clearTimeout(timer)
        const link = findPlainLink(event, true)
        if (link && link.pathname !== location.pathname)
          timer = setTimeout(
            () => prefetch(dataUrlOf(routeOf(link.pathname))),
            type === 'touchstart' ? 0 : rest,
          )
      },
      { passive: true },
    )
  }
  // The press has given the focus to a link; what it leads to is fetched by the visit itself.
  addEventListener('click', () => clearTimeout(timer))
}

function prefetch(url: string): void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  if (ahead.has(url) || connection?.saveData) return
  const page = fetchJson<PageData>(url)
  ahead.set(url, page)
  const forget = () => void (ahead.get(url) === page && ahead.delete(url))
  setTimeout(forget, lifetime)
  // Offline for a moment, or an alias, which has no data: the visit itself finds out.
  page.catch(forget)
}

/** The application fetches data; documents fetched ahead would be for nothing. */
export function stopSpeculating(): void {
  document.querySelector('script[type=speculationrules]')?.remove()
}
