import type { Findings } from './text/findings.ts'
import { addToGroup, type Groups } from '../util/group-by.ts'

/** Lists the readings that are cited, each once as `fact.reading`. */
export const listCitedReadings = (citations: Findings['citations']): string[] => [
  ...new Set(citations.map(({ fact, reading }) => `${fact}.${reading}`)),
]

/** Maps each cited reading, such as `mobile-base.website`, to the routes of the pages that cite it. */
export function indexCitations(
  pages: Iterable<{ route: string; citations?: Iterable<string> }>,
): Groups<string, string> {
  const routes: Groups<string, string> = new Map()
  for (const { route, citations = [] } of pages)
    for (const reading of new Set(citations)) addToGroup(routes, reading, route)
  return routes
}
