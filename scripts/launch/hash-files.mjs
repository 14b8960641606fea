import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomicSync } from '../../schema/source/code-cache.mjs'

/**
 * Some file systems have coarse timestamps: a file that was changed more recently than this may
 * change again without a new timestamp.
 */
const settledAfterMs = 2000

/** Vike writes such a file beside its settings, and deletes it, whenever it loads them. */
const transientFile = /\.build-[0-9a-f]+\.mjs$/

/**
 * Hashes the names and contents of files, and the version of Node.
 * @param {string} root
 * @param {string[]} listed Relative to `root`.
 * @param {string} [savedFile] Where to save the hash with the stats of the files, so that the next
 *   call reads no file if all are unchanged.
 */
export function hashFiles(root, listed, savedFile) {
  const files = listed.filter((file) => !transientFile.test(file))
  const startedAt = Date.now()
  let newest = 0
  const states = files.map((file) => {
    // Tools can set the mtime, but not the ctime.
    const { size, mtimeMs, ctimeMs, ino } = statSync(join(root, file))
    newest = Math.max(newest, mtimeMs, ctimeMs)
    return `${file} ${size} ${mtimeMs} ${ctimeMs} ${ino}`
  })
  const state = [process.version, ...states].join('\n')
  const [savedHash, savedState] = savedFile === undefined ? [] : readSaved(savedFile)
  if (savedHash && savedState === state) return savedHash
  const hash = createHash('sha256').update(process.version)
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
  const digest = hash.digest('hex')
  if (savedFile !== undefined && newest < startedAt - settledAfterMs)
    saveHash(savedFile, `${digest}\n${state}`)
  return digest
}

/** @param {string} file @returns The hash and the stats. */
function readSaved(file) {
  try {
    const text = readFileSync(file, 'utf8')
    const end = text.indexOf('\n')
    return [text.slice(0, end), text.slice(end + 1)]
  } catch {
    return []
  }
}

/** @param {string} file @param {string} text */
function saveHash(file, text) {
  try {
    writeFileAtomicSync(file, text)
  } catch {
    // On a read-only file system, every start reads the files.
  }
}
