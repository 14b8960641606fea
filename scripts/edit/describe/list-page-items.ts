import { listPages, type PageListing } from '../../report/list-pages.ts'
import type { ReadSite } from '../../prerender/run/run.ts'
import type { ListedProblem } from './problem-list.ts'

/** A version of the list of pages; as an answer, without them if this version is known. */
export type PageList = { version: number; pages?: PageItem[] }

/** A page in the list. @property label its short name */
export type PageItem = Omit<PageListing, 'redirectTo' | 'row'> & {
  label?: string
  errors: number
  warnings: number
  changed: boolean
}

/**
 * Lists the pages in the order of the files, with planned pages at the end.
 * @param changed routes of pages and sets with unsaved edits
 */
export function listPageItems(
  { resolved, pages }: ReadSite,
  problems: ListedProblem[],
  changed: Set<string>,
): PageItem[] {
  const count = countByRoute(problems)
  const isShown = ({ route }: PageListing) => !resolved.site.hidden.has(route)
  return listPages({ resolved, pages })
    .filter(isShown)
    .map(({ redirectTo: _, row: __, ...page }) => ({
      ...page,
      label: resolved.context.labels.get(page.route),
      ...count(page.route),
      changed: changed.has(page.route) || (page.set !== undefined && changed.has(page.set)),
    }))
}

function countByRoute(problems: ListedProblem[]) {
  const counts = new Map<string, { errors: number; warnings: number }>()
  for (const { route, severity } of problems) {
    if (route === undefined || severity === 'note') continue
    const own = counts.get(route) ?? { errors: 0, warnings: 0 }
    own[severity === 'error' ? 'errors' : 'warnings']++
    counts.set(route, own)
  }
  return (route: string) => ({ ...(counts.get(route) ?? { errors: 0, warnings: 0 }) })
}

/** Keeps the numbers of problems that a list had before, if they were greater. */
export function keepCounts(pages: PageItem[], before: PageItem[]): void {
  const known = new Map(before.map((page) => [page.route, page]))
  for (const page of pages) {
    const { errors, warnings } = known.get(page.route) ?? page
    page.errors = Math.max(page.errors, errors)
    page.warnings = Math.max(page.warnings, warnings)
  }
}
