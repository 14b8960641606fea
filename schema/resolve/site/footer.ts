import type { Navigation } from '../../types.gen.ts'
import { asList, asRecord, isRecord } from '../../util/records.ts'
import type { Site } from '../../merge/merge-sources.ts'
import { parseLink } from '../parse-link.ts'
import { stripTrailingSlash } from '../../util/route-paths.ts'

/**
 * Adds what may be left out of the footer, and marks the links to legal pages, which every page
 * shows. Validation reports what is not as it should be.
 */
export const completeFooter = (
  { groups, badges = [], ...footer }: Navigation['footer'],
  pages: Site['pages'],
) => {
  const isLegal = (href: unknown) => {
    const link = typeof href === 'string' ? parseLink(href) : undefined
    return (
      link?.kind === 'internal' && pages.get(stripTrailingSlash(link.route))?.raw.kind === 'legal'
    )
  }
  const marked = asList(groups)
    .filter(isRecord)
    .map((group) => ({
      ...group,
      items: asList(group.items)
        .filter(isRecord)
        .map((item) => ({
          ...item,
          ...(isLegal(item.href) && { isLegal: true }),
        })),
    }))
  return { ...asRecord(footer), groups: marked, badges }
}
