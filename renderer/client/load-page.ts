import type { PageData } from '../../schema/page-data.ts'
import { getDataUrl, toRoute } from '../routes.ts'
import { listExternalOrigins } from '../security/external-origins.ts'
import { fetchJson } from './fetch-json.ts'
import { takePrefetchedPage } from './prefetch-page.ts'

const notFoundDataUrl = getDataUrl('/404')
/** The path for which the server sent the not-found page; undefined for any other document. */
const missingPathname =
  document.documentElement.dataset.page === notFoundDataUrl ? location.pathname : undefined

/**
 * Loads the data of the page at a URL. If it cannot be loaded, because the visitor is offline, the
 * URL is an alias, the page no longer exists or its blocks load from an origin that the policy of
 * the current document does not allow, the browser navigates to the URL instead and shows
 * the server's response; the promise then never settles.
 * @param hash the fragment, which React Router omits from `url`
 */
export async function loadPage({ href, pathname }: URL, hash: string): Promise<PageData> {
  try {
    const url = pathname === missingPathname ? notFoundDataUrl : getDataUrl(toRoute(pathname))
    const page = await (takePrefetchedPage(url) ?? fetchJson<PageData>(url))
    if (!isAllowedByPolicy(page)) throw new Error('The page needs the policy of its own document.')
    return page
  } catch {
    location.assign(href + hash)
    return new Promise(() => {})
  }
}

const policy = document.querySelector<HTMLMetaElement>(
  'meta[http-equiv="Content-Security-Policy"]',
)?.content

const isAllowedByPolicy = (page: PageData) =>
  policy === undefined ||
  Object.values(listExternalOrigins(page, {}))
    .flat()
    .every((origin) => policy.includes(origin))
