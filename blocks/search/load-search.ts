import type * as FindPages from './find-pages.ts'
import type { SearchPage } from './search-types.ts'

/**
 * Loads the search script and the list of pages.
 * @param index the URL of the file that names both
 * @throws Error if one of them cannot be loaded
 */
export async function loadSearch(index: string): Promise<FindPages.FindPages> {
  const base = new URL(index, location.href)
  const files = (await fetchSearchData(base)) as { script: string; pages: string }
  // The URL is in a variable, because Vite's helper for a literal import() would load with every
  // page.
  const script = new URL(files.script, base).href
  const [{ createFinder }, pages] = await Promise.all([
    import(/* @vite-ignore */ script) as Promise<typeof FindPages>,
    fetchSearchData(new URL(files.pages, base)),
  ])
  return createFinder(pages as SearchPage[])
}

async function fetchSearchData(url: URL): Promise<unknown> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return response.json()
}
