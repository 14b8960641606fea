import type { PageData } from '../../schema/page-data.ts'
import { dataUrlOf, routeOf } from '../routes.ts'

const notFoundData = dataUrlOf('/404')

/** @throws Error when the answer is not JSON or not a success. */
export async function fetchJson<T>(url: string): Promise<T> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return response.json() as Promise<T>
}

/**
 * The data of the page at an address. Where it cannot be had, because the visitor is offline, the address is an alias
 * or the page is gone, the browser navigates by itself and shows what the server says; the promise never settles then.
 */
export async function loadPage({ href, pathname }: URL): Promise<PageData> {
  const here = pathname === location.pathname
  // The not-found page has one set of data for every address.
  const isNotFound = here && document.documentElement.dataset.page === notFoundData
  try {
    return await fetchJson<PageData>(isNotFound ? notFoundData : dataUrlOf(routeOf(pathname)))
  } catch {
    location.assign(href)
    return new Promise(() => {})
  }
}
