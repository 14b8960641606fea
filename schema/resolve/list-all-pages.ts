/** Lists the pages of a site, and the one that is shown for an unknown address. */
export const listAllPages = <Page>({
  pages,
  notFound,
}: {
  pages: readonly Page[]
  notFound?: Page | undefined
}): Page[] => [...pages, ...(notFound ? [notFound] : [])]
