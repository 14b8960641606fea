import type { HiddenPage, MergedSite, RawPage } from '../resolve/merge-sources.ts'
import type { MomentOptions } from './moment.ts'

/** Takes the pages that are not shown out of a merged site, before anything else looks at them. */
export function hidePages({ pages, hidden }: MergedSite, moment: MomentOptions): void {
  for (const [route, page] of pages) {
    const reason = findReason(page, moment)
    if (reason === undefined) continue
    pages.delete(route)
    hidden.set(route, { page, reason })
  }
}

function findReason(
  { raw }: RawPage,
  { drafts, everything }: MomentOptions,
): HiddenPage['reason'] | undefined {
  if (everything) return undefined
  return raw.draft === true && !drafts ? 'draft' : undefined
}
