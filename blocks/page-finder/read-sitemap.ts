/** Fetches the addresses of all pages that the sitemap lists, without the base path. */
export async function readSitemap(base: string): Promise<string[]> {
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
