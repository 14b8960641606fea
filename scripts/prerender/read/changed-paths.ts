import { realpath } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'

export const isBelow = (path: string, folder: string) => path.startsWith(folder + sep)

/** Whether a file, or a folder above it, has changed. */
export const includesPath = (changed: Set<string>, path: string) =>
  changed.has(path) || [...changed].some((folder) => isBelow(path, folder))

/** Resolves symbolic links. If a file is gone, resolves its folder. */
export async function resolveLinks(paths: Iterable<string>): Promise<Set<string>> {
  const resolveGone = async (path: string) =>
    join(await realpath(dirname(path)).catch(() => dirname(path)), basename(path))
  const resolved = [...paths].map((path) => realpath(path).catch(() => resolveGone(path)))
  return new Set(await Promise.all(resolved))
}
