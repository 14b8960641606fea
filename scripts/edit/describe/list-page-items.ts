import { listPages, type PageListing } from '../../report/list-pages.ts'
import type { ReadSite } from '../../prerender/run/run.ts'
import type { ListedProblem } from './problem-list.ts'

/**
 * `GET pages?since=`: what has changed in the list of pages since a version of it.
 * @property pages those that differ from that version
 * @property routes of all pages in the order of the files, if that has changed
 */
export type PageListChanges = { version: number; pages: PageItem[]; routes?: string[] }

/** A page in the list. */
export type PageItem = Omit<PageListing, 'redirectTo' | 'row'> & {
  errors: number
  warnings: number
  changed: boolean
}

/**
 * Lists the pages in the order of the files, with planned pages at the end.
 * @param changed routes of pages and sets with unsaved edits
 */
export function listPageItems(
  { input: { shared }, pages }: ReadSite,
  problems: ListedProblem[],
  changed: Set<string>,
): PageItem[] {
  const count = countByRoute(problems)
  const isShown = ({ route }: PageListing) => !shared.merged.hidden.has(route)
  return listPages({ shared, pages })
    .filter(isShown)
    .map(({ redirectTo: _, row: __, ...page }) => ({
      ...page,
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

/** The list of pages, which may be long, and the version in which each item last changed. */
export class VersionedPageList {
  #version = 0
  #routes: string[] = []
  #routesVersion = 0
  #items = new Map<string, { item: PageItem; version: number }>()

  /** Replaces the list, and notes what has changed. */
  update(items: PageItem[]): void {
    const next = this.#version + 1
    const routes = items.map(({ route }) => route)
    const before = this.#items
    // A page that is removed and comes back counts as new, because clients have dropped it.
    this.#items = new Map(
      items.map((item) => {
        const known = before.get(item.route)
        return [item.route, known && isSameItem(item, known.item) ? known : { item, version: next }]
      }),
    )
    if (routes.length !== this.#routes.length || routes.some((each, n) => each !== this.#routes[n]))
      this.#routesVersion = next
    this.#routes = routes
    const hasChanges = [...this.#items.values()].some(({ version }) => version === next)
    if (hasChanges || this.#routesVersion === next) this.#version = next
  }

  /** @param version of the list that is known; 0 if none is */
  listChanges(version: number): PageListChanges {
    return {
      version: this.#version,
      pages: this.#routes.flatMap((route) => {
        const known = this.#items.get(route)!
        return known.version > version ? [known.item] : []
      }),
      ...(this.#routesVersion > version && { routes: this.#routes }),
    }
  }
}

function isSameItem(item: PageItem, before: PageItem): boolean {
  const names = Object.keys(item) as (keyof PageItem)[]
  return (
    names.length === Object.keys(before).length &&
    names.every((name) => item[name] === before[name])
  )
}
