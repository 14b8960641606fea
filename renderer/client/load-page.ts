import type { PageData } from '../../schema/page-data.ts'
import { dataUrlOf, routeOf } from '../routes.ts'
import { fetchJson } from './fetch-json.ts'
import { takePage } from './prefetch-page.ts'

const notFoundData = dataUrlOf('/404')
/** The address that this document says is not found; pages that come after it in the same document are others. */
const missing =
  document.documentElement.dataset.page === notFoundData ? location.pathname : undefined

/**
 * The data of the page at an address. Where it cannot be had, because the visitor is offline, the address is an alias
 * or the page is gone, the browser navigates by itself and shows what the server says; the promise never settles then.
 * @param hash the place on that page, which React Router does not hand on.
 */
export async function loadPage({ href, pathname }: URL, hash: string): Promise<PageData> {
  try {
    const url = pathname === missing ? notFoundData : dataUrlOf(routeOf(pathname))
    return await (takePage(url) ?? fetchJson<PageData>(url))
  } catch {
    location.assign(href + hash)
    return new Promise(() => {})
  }
}
