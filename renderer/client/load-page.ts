import type { PageData } from '../../schema/page-data.ts'
import { getDataUrl, toRoute } from '../routes.ts'
import { fetchJson } from './fetch-json.ts'
import { takePrefetchedPage } from './prefetch-page.ts'

const notFoundDataUrl = getDataUrl('/404')
/** The address that this document says is not found; pages that come after it in the same document are others. */
const missingPathname =
  document.documentElement.dataset.page === notFoundDataUrl ? location.pathname : undefined

/**
 * The data of the page at an address. Where it cannot be had, because the visitor is offline, the address is an alias
 * or the page is gone, the browser navigates by itself and shows what the server says; the promise never settles then.
 * @param hash the place on that page, which React Router does not hand on.
 */
export async function loadPage({ href, pathname }: URL, hash: string): Promise<PageData> {
  try {
    const url = pathname === missingPathname ? notFoundDataUrl : getDataUrl(toRoute(pathname))
    return await (takePrefetchedPage(url) ?? fetchJson<PageData>(url))
  } catch {
    location.assign(href + hash)
    return new Promise(() => {})
  }
}
