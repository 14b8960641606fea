import type { LinkPromise } from '../../resolve/page/list-promises.ts'
import type { PageSummary } from '../../resolve/page-summary.ts'
import type { SourceLocation } from '../../source/types.ts'
import { formatFirstItems } from '../../util/format-first-items.ts'

/** Returns the location of the text of a link. */
export const locatePromise = (
  { location }: PageSummary,
  { path }: LinkPromise,
): SourceLocation => ({
  source: location.source,
  path,
})

/** Formats a file and line to append to a message: ` (pages/a.yaml:12)`. */
export const formatLocation = ({ source, path }: SourceLocation) =>
  ` (${source.file}:${source.locate(path).line})`

const maxLinks = 3

/** Joins descriptions of links, of which only the first few are shown. */
export const formatLinks = (links: string[]) => formatFirstItems(links, maxLinks)

/** Returns the town that a page is about. Validation reports a name that is not a text. */
export const getTown = ({ city }: PageSummary['meta']): string | undefined =>
  typeof city?.name === 'string' ? city.name : undefined
