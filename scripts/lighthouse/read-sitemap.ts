import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listSitemapUrls } from '../shared/list-sitemap-urls.ts'

/**
 * Reads the paths of all pages from the sitemaps of a built site.
 * @param base the path that all addresses begin with; it is left out
 * @returns undefined if there is no sitemap.
 */
export async function readSitemapRoutes(
  dir: string,
  base = '',
  name = '/sitemap.xml',
): Promise<string[] | undefined> {
  const text = await readFile(join(dir, name), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const paths = listSitemapUrls(text).map((url) => new URL(url).pathname.slice(base.length))
  if (!text.includes('<sitemapindex')) return paths
  return (await Promise.all(paths.map((path) => readSitemapRoutes(dir, base, path)))).flatMap(
    (each) => each ?? [],
  )
}
