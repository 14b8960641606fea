import { problemAt } from '../problems/problem.ts'
import type { Problem } from '../problems/types.ts'
import type { HiddenPage, RawPage } from '../resolve/merge-sources.ts'
import type { SourceLocation } from '../source/types.ts'

/** Reports a link from what is public to a page that is not, with the locations of both. */
export function describeHiddenTarget(
  { page }: { page: Pick<RawPage, 'route' | 'location'>; reason: HiddenPage['reason'] },
  address: string,
  { location, written: needle }: { location: SourceLocation; written: string },
): Problem {
  const { source, path } = page.location
  const { line, file = source.file } = source.locate(path, 'key')
  const name = address === page.route ? address : `${address}, an alias of ${page.route}`
  const message = `This link is public, but it leads to ${name}, which is a draft: ${file}:${line}.`
  return problemAt(location, 'LINK_TO_HIDDEN_PAGE', message, { found: address, needle })
}
