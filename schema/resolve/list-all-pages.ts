import type { resolveAllPages, ResolvedSite } from './resolve-site.ts'
import type { Findings } from './text/findings.ts'

/** Lists the pages of a site, and the one that is shown for an unknown address. */
export const listAllPages = <Page>({
  pages,
  notFound,
}: {
  pages: readonly Page[]
  notFound?: Page | undefined
}): Page[] => [...pages, ...(notFound ? [notFound] : [])]

/** Lists what is on each page, and without a route, what is in the header, the footer and the settings. */
export const listAllFindings = (
  resolved: Pick<ResolvedSite, 'shellFindings'> & ReturnType<typeof resolveAllPages>,
): { route?: string; findings: Findings }[] => [
  ...listAllPages(resolved),
  { findings: resolved.shellFindings },
]
