import type { ResolvedSite } from '../../schema/resolve/resolve-site.ts'
import type { SourceLocation } from '../../schema/source/types.ts'
import { toFileLine } from '../../schema/util/to-file-line.ts'
import { listAllFindings } from '../../schema/resolve/list-all-pages.ts'
import { addToGroup, type Groups } from '../../schema/util/group-by.ts'

/**
 * A source location that prints something. `route` is undefined for the header, the footer and the
 * settings.
 */
export type PrintLocation = { route?: string; file: string; line: number }

/** A citation of a reading. */
type CitedReading = { route?: string; location: SourceLocation }

/** Groups all citations of a site by `getReadingKey`. */
export function groupCitations(site: ResolvedSite): Map<string, CitedReading[]> {
  const groups: Groups<string, CitedReading> = new Map()
  for (const { route, findings } of listAllFindings(site)) {
    const own = route === undefined ? undefined : site.merged.pages.get(route)?.facts
    for (const { fact, reading, location } of findings.citations) {
      const key = getReadingKey(fact, reading, own?.has(fact) ? route : undefined)
      addToGroup(groups, key, { route, location })
    }
  }
  return groups
}

/**
 * Includes the route for facts of single pages, because pages of a set have facts of equal names.
 */
export const getReadingKey = (fact: string, reading: string, route = '') =>
  `${route} ${fact}.${reading}`

/** @param needle narrows the location to this part of a text with several lines */
export const toPrintLocation = (
  location: SourceLocation,
  route?: string,
  needle?: string,
): PrintLocation => ({ route, ...toFileLine(location, needle) })
