/** Keeps caches small: the newest folders stay, for switching between branches and versions. */
import { rmSync, statSync } from 'node:fs'

/**
 * Deletes all but the newest folders.
 * @param {string[]} folders Their paths.
 * @param {number} maxKept
 * @param {number} [keepUnusedMs] Folders that were used more recently are kept in any case.
 */
export function removeOldFolders(folders, maxKept, keepUnusedMs = 0) {
  const ages = folders.map((path) => ({ path, time: statSync(path).mtimeMs }))
  for (const { path, time } of ages.sort((a, b) => b.time - a.time).slice(maxKept))
    if (Date.now() - time >= keepUnusedMs) rmSync(path, { recursive: true, force: true })
}
