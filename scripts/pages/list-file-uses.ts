import type { ResolvedSite } from '../../schema/resolve/resolve-site.ts'
import type { FileLine, Path } from '../../schema/source/position-types.ts'
import { toFileLine } from '../shared/to-file-line.ts'

/** @property from the page; missing for the settings and the menus, which concern every page */
export type FileUse = { from?: string } & FileLine

/** Lists where the entries and the settings name a file in public/, such as a picture. */
export function listFileUses({ merged, pages }: ResolvedSite, path: string): FileUse[] {
  const { main, settings, navigation } = merged
  const shared = [
    ...findPaths(settings, path, ['site']),
    ...findPaths(navigation, path, ['navigation']),
  ]
  return [
    ...pages.flatMap(({ route, location: { source, path: start } }) =>
      findPaths(merged.pages.get(route)?.raw, path, start).map((at) => ({
        from: route,
        ...toFileLine({ source, path: at }),
      })),
    ),
    ...shared.map((at) => toFileLine({ source: main, path: at })),
  ]
}

/** Finds the paths of all values in plain data that are this text. */
function findPaths(value: unknown, text: string, path: Path): Path[] {
  if (value === text) return [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) =>
    findPaths(child, text, [...path, Array.isArray(value) ? Number(key) : key]),
  )
}
