import { isOutsideFolder } from '../../schema/util/site-paths.ts'
import { realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'

export type FoundFile = { path: string; size: number; modifiedMs: number }

/**
 * Finds the file that a static host would serve at an address: the file itself, or the document of
 * a route. Hidden files, except those in /.well-known, and files outside the folder are not found.
 * @param dir the real path of the folder
 * @param pathname of a URL, with percent-encoding
 */
export async function findFile(dir: string, pathname: string): Promise<FoundFile | undefined> {
  const segments = decodeSegments(pathname)
  if (!segments) return undefined
  const base = join(dir, ...segments)
  for (const path of [base, join(base, 'index.html'), `${base}.html`]) {
    const stats = await stat(path).catch(() => undefined)
    if (stats?.isFile() && !isOutsideFolder(dir, await realpath(path)))
      return { path, size: stats.size, modifiedMs: stats.mtimeMs }
  }
  return undefined
}

/** @returns undefined if a segment cannot be the name of a published file. */
function decodeSegments(pathname: string): string[] | undefined {
  try {
    const segments = pathname.split('/').filter(Boolean).map(decodeURIComponent)
    const isPublished = segments.every(
      (segment, index) =>
        !/[/\\\0]/.test(segment) &&
        (!segment.startsWith('.') || (index === 0 && segment === '.well-known')),
    )
    return isPublished ? segments : undefined
  } catch {
    // The percent-encoding is malformed.
    return undefined
  }
}
