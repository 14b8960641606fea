import type { PageData } from '../../schema/page-data.ts'
import { dataUrlOf, routeOf } from '../routes.ts'

const notFoundData = dataUrlOf('/404')
/** The address that this document says is not found; pages that come after it in the same document are others. */
const missing = document.documentElement.dataset.page === notFoundData ? location.pathname : undefined

/** @throws Error when the answer is not JSON or not a success. */
export async function fetchJson<T>(url: string): Promise<T> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return response.json() as Promise<T>
}

/**
 * The data of the page at an address. Where it cannot be had, because the visitor is offline, the address is an alias
 * or the page is gone, the browser navigates by itself and shows what the server says; the promise never settles then.
 * @param hash the place on that page, which React Router does not hand on.
 */
export async function loadPage({ href, pathname }: URL, hash: string): Promise<PageData> {
  try {
    return await fetchJson<PageData>(pathname === missing ? notFoundData : dataUrlOf(routeOf(pathname)))
  } catch {
    location.assign(href + hash)
    return new Promise(() => {})
  }
}
