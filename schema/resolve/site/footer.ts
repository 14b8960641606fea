import type { Navigation } from '../../types.gen.ts'
import type { MergedSite } from '../merge-sources.ts'
import { parseLink } from '../parse-link.ts'
import { stripTrailingSlash } from '../route-paths.ts'

/** Adds what may be left out, and marks the links to legal pages, which every page shows. */
export const completeFooter = (
  { groups, badges = [], ...footer }: Navigation['footer'],
  pages: MergedSite['pages'],
) => {
  const isLegal = (href = '') => {
    const link = parseLink(href)
    return (
      link.kind === 'internal' && pages.get(stripTrailingSlash(link.route))?.raw.kind === 'legal'
    )
  }
  // Validation reports groups without items.
  const marked = asList(groups).map((group) => ({
    ...group,
    items: asList(group.items).map((item) => ({
      ...item,
      ...(isLegal(item.href) && { isLegal: true }),
    })),
  }))
  return { ...footer, groups: marked, badges }
}

const asList = <T>(value: T[] | undefined): T[] => (Array.isArray(value) ? value : [])
