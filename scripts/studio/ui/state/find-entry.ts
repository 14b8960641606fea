import { type NodeAddress, isWithinPath } from '../../source-address.ts'
import type { Path } from '../../../../schema/source/position-types.ts'

/** A value with a form of its own, and the path in it of the value to be shown. */
type FoundEntry = { entry: NodeAddress; path: Path; isPage: boolean }

/** The depth of the values in a file that have a form of their own. */
const entryDepths: Record<string, number> = { site: 1, navigation: 1, facts: 2 }

/**
 * Finds the form that shows a value: the form of the page, of a fact, or of settings that all pages
 * share.
 * @returns undefined if no form does, as for another page
 */
export function findEntry(page: NodeAddress, { file, path }: NodeAddress): FoundEntry | undefined {
  if (file === page.file && isWithinPath(path, page.path))
    return { entry: page, path: path.slice(page.path.length), isPage: true }
  const depth = entryDepths[String(path[0])]
  if (depth === undefined || path.length < depth) return undefined
  return { entry: { file, path: path.slice(0, depth) }, path: path.slice(depth), isPage: false }
}
