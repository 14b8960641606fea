// @ts-check
/** Finds and deletes what earlier and killed processes have left behind. */
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Keeps a cache small: deletes all but the newest of the folders that match a pattern, and what
 * killed processes have left of others under temporary names: `NAME-PID`.
 * @param {string} parent
 * @param {RegExp} pattern Matches the whole name of a complete folder.
 * @param {number} maxKept
 * @param {number} [keepUnusedMs] Folders that were used more recently are kept in any case.
 */
export function removeOldFolders(parent, pattern, maxKept, keepUnusedMs = 0) {
  for (const folder of listAbandoned(parent, /-(?<pid>\d+)$/))
    if (pattern.test(folder.slice(parent.length + 1).replace(/-\d+$/, '')))
      rmSync(folder, { recursive: true, force: true })
  const ages = readNames(parent)
    .filter((name) => pattern.test(name))
    .map((name) => join(parent, name))
    .map((path) => ({ path, time: statSync(path).mtimeMs }))
  for (const { path, time } of ages.sort((a, b) => b.time - a.time).slice(maxKept))
    if (Date.now() - time >= keepUnusedMs) rmSync(path, { recursive: true, force: true })
}

/**
 * Lists the files and folders of processes that no longer run.
 * @param {string} folder
 * @param {RegExp} pattern Matches their names. Its group `pid` is the ID of the process.
 * @returns {string[]} Their paths.
 */
export function listAbandoned(folder, pattern) {
  return readNames(folder).flatMap((name) => {
    const pid = pattern.exec(name)?.groups?.pid
    return pid === undefined || isProcessRunning(Number(pid)) ? [] : [join(folder, name)]
  })
}

/** @param {string} folder */
function readNames(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** @param {number} pid */
export function isProcessRunning(pid) {
  // This process has not created anything yet, so what has its ID is from an earlier process, which
  // is common in containers.
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
  try {
    // In a container, a killed process may remain as a zombie because no parent waits for it.
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true
  }
}
