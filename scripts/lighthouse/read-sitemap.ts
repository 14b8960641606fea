import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Reads the paths of all pages from the sitemaps of a built site.
 * @returns undefined if there is no sitemap.
 */
export async function readSitemap(
  dir: string,
  name = '/sitemap.xml',
): Promise<string[] | undefined> {
  const text = await readFile(join(dir, name), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const paths = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => new URL(url!).pathname)
  if (!text.includes('<sitemapindex')) return paths
  return (await Promise.all(paths.map((path) => readSitemap(dir, path)))).flatMap(
    (each) => each ?? [],
  )
}
