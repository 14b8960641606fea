/**
 * Eager script of the not-found page: suggests the nearest address. React renders the suggestion
 * once and leaves it alone.
 */
import { findNearestAddress } from '../find-nearest-address.ts'

const { base = '' } = document.documentElement.dataset

/** Suggests the page whose address is nearest to the document's, if there is one. */
export async function suggestNearestPage(): Promise<void> {
  const addresses = await readSitemap()
  const nearest = findNearestAddress(addresses, safelyDecode(location.pathname.slice(base.length)))
  if (nearest === undefined) return
  for (const suggestion of document.querySelectorAll<HTMLElement>('.finder-nearest')) {
    const link = suggestion.querySelector('a')!
    link.href = base + nearest
    link.textContent = nearest
    suggestion.dataset.found = ''
  }
}

/** Fetches the addresses of all pages that the sitemap lists, without the base path. */
async function readSitemap(): Promise<string[]> {
  const read = async (url: string): Promise<string[]> => {
    const text = await (await fetch(url)).text()
    const paths = [...text.matchAll(/<loc>([^<]+)</g)].map(([, address]) => {
      const { pathname } = new URL(address!)
      return decodeURI(pathname)
    })
    if (!text.includes('<sitemapindex')) return paths
    return (await Promise.all(paths.map(read))).flat()
  }
  const paths = await read(`${base}/sitemap.xml`)
  return paths.map((path) => path.slice(base.length).replace(/\/$/, '') || '/')
}

function safelyDecode(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

void suggestNearestPage()
