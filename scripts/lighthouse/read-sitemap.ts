import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The paths of all pages in a built site's sitemap, or in those that its index names; undefined where there is none. @param dir the built site. */
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
