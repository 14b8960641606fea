import { memoizeByObject } from '../util/memoize-by-object.ts'
import { openPageEntries, type PageEntries } from './page-entries.ts'
import type { Path } from './position-types.ts'
import type { SourceSummary } from './source-summary.ts'
import type { SourceFile } from './types.ts'

/** Converts a summary to a source whose positions are read from the file when needed. */
export const toSourceFile = ({
  file,
  path,
  value,
  possibleNames,
  problems,
}: SourceSummary): SourceFile => ({
  ...createLazySource(path, file),
  value,
  problems,
  possibleNames: new Set(possibleNames),
})

/** Creates a source that is parsed only when one of its positions is needed. */
export const createLazySource = (path: string, file: string): SourceFile => ({
  file,
  value: undefined,
  problems: [],
  possibleNames: new Set(),
  locate: (...args) => getLocator(openPageEntries(path, file), args[0])(...args),
})

/**
 * The first page of a file to be located. `source` is undefined if its entry cannot be parsed
 * alone.
 */
type LocatedPage = { route: string; source?: SourceFile }

const locatedPages = memoizeByObject((_: PageEntries): { first?: LocatedPage } => ({}))

/**
 * Creates a function that locates positions. It parses only the entry of the first page that is
 * requested, and the whole file for any other page.
 */
function getLocator(entries: PageEntries, [section, route]: Path): SourceFile['locate'] {
  if (section === 'pages' && typeof route === 'string') {
    const located = locatedPages(entries)
    located.first ??= { route, source: entries.parseInPlace(route) }
    if (located.first.route === route && located.first.source) return located.first.source.locate
  }
  return entries.getLocator()
}
