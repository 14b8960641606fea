import type { PageData } from '../../schema/page-data.ts'
import { getDataPath, notFoundRoute, toRoute } from '../routes.ts'
import { listServiceOrigins } from '../security/service-origins.ts'
import { basePath } from './base-path.ts'
import { fetchJson } from './fetch-json.ts'
import { takePrefetchedPage } from './prefetch-page.ts'

const notFoundDataUrl = basePath + getDataPath(notFoundRoute)
/** The path for which the server sent the not-found page; undefined for any other document. */
const missingPathname =
  document.documentElement.dataset.page === notFoundDataUrl ? location.pathname : undefined

/**
 * Loads the data of the page at a URL.
 * @throws Error if only a document can show the page: the visitor is offline, the URL is an alias,
 * the page no longer exists, the site has been released again since the current document was
 * loaded, or the content security policy of the current document forbids what the page loads
 */
export async function loadPage({ pathname }: URL): Promise<PageData> {
  const url = pathname === missingPathname ? notFoundDataUrl : getDataPath(toRoute(pathname))
  const page = await (takePrefetchedPage(url) ?? fetchJson<PageData>(url))
  if (!hasCurrentRelease(page)) throw new Error('The page needs other scripts and styles.')
  if (page.language !== document.documentElement.dataset.language)
    throw new Error('The page is in another language.')
  if (!isAllowedByPolicy(page)) throw new Error('The page needs the policy of its own document.')
  return page
}

/**
 * Whether a page was built with the scripts and styles of this document. In development, neither
 * has a release.
 */
export const hasCurrentRelease = ({ release }: PageData): boolean =>
  release === document.documentElement.dataset.release

const policy = document.querySelector<HTMLMetaElement>(
  'meta[http-equiv="Content-Security-Policy"]',
)?.content

function isAllowedByPolicy(page: PageData): boolean {
  if (policy === undefined) return true
  const origins = listServiceOrigins(page, {})
  if (origins.scripts.length > 0 && policy.includes('trusted-types')) return false
  if (origins.media.length > 0 && !policy.includes('media-src')) return false
  return Object.values(origins)
    .flat()
    .every((origin) => policy.includes(origin))
}
