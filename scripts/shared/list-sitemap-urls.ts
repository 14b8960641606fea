/** The addresses in a sitemap, or of the sitemaps in an index. */
export const listSitemapUrls = (text: string): string[] =>
  [...text.matchAll(/<loc>\s*([^<\s]+)\s*<\/loc>/g)].map(([, url]) => url!.replaceAll('&amp;', '&'))
