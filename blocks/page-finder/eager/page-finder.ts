/**
 * Eager script of the not-found page: suggests the nearest address. React renders the suggestion
 * once and leaves it alone.
 */
import { findNearestAddress } from '../find-nearest-address.ts'
import { readSitemap } from '../read-sitemap.ts'

const { base = '' } = document.documentElement.dataset

/** Suggests the page whose address is nearest to the document's, if there is one. */
export async function suggestNearestPage(): Promise<void> {
  const addresses = await readSitemap(base)
  const nearest = findNearestAddress(addresses, safelyDecode(location.pathname.slice(base.length)))
  if (nearest === undefined) return
  for (const suggestion of document.querySelectorAll<HTMLElement>('.finder-nearest')) {
    const link = suggestion.querySelector('a')!
    link.href = base + nearest
    link.textContent = nearest
    suggestion.dataset.found = ''
  }
}

function safelyDecode(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

void suggestNearestPage()
