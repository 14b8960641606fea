import type { LinkPromise } from '../../resolve/page/list-promises.ts'
import type { PageSummary } from '../../resolve/page-summary.ts'
import type { SourceLocation } from '../../source/types.ts'

/** Where the text of a link is. */
export const toLocation = ({ location }: PageSummary, { path }: LinkPromise): SourceLocation => ({
  source: location.source,
  path,
})

/** Formats a location to append to a message. */
export const formatLine = ({ source, path }: SourceLocation) =>
  ` (${source.file}:${source.locate(path).line})`

const maxLinks = 10

/** Joins descriptions of links, of which there may be many. */
export const formatLinks = (links: string[]) =>
  links.slice(0, maxLinks).join(', ') +
  (links.length > maxLinks ? ` and ${links.length - maxLinks} more` : '')

/** The town that a page is about. Validation reports one that is not a text. */
export const getTown = ({ city }: PageSummary['meta']): string | undefined =>
  typeof city?.name === 'string' ? city.name : undefined
