import type { PageItem, PageListChanges } from '../protocol.ts'

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
