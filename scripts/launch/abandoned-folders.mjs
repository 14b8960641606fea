/** Finds what killed processes have left behind, by the process IDs in its names. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

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
  // This process has not created anything yet, so a folder named after its ID is from an earlier
  // process with the same ID, which is common in containers.
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
