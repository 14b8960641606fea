/**
 * The folder for what only this person's processes may have written: journals of interrupted
 * writing, and locks. It is outside of every site, because whoever sends a site, a pull request or
 * its `node_modules` must not decide which files a command replaces or deletes.
 */
import { createHash } from 'node:crypto'
import { accessSync, constants, lstatSync, mkdirSync, realpathSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { isOutsideFolder } from '../../schema/util/site-paths.ts'
import { UserError } from './user-error.ts'

/**
 * Returns where a file about a folder is kept, such as its journal.
 * @param folder a site or an output, which need not exist
 * @returns undefined if there is no folder that can be written and is not in `folder`
 */
export function findStateFolder(folder: string, name: string): string | undefined {
  const real = toRealFolder(folder)
  const isUsable = (each: string) => isOutsideFolder(real, toRealFolder(each)) && isOwnFolder(each)
  const found = listStateFolders().find(isUsable)
  const key = createHash('sha256').update(real).digest('hex').slice(0, 32)
  return found && join(found, `${key}-${name}`)
}

/** Locates a state folder that is about to be written. @throws UserError if there is no such folder */
export function locateState(folder: string, name: string): string {
  const found = findStateFolder(folder, name)
  if (found !== undefined) return found
  throw new UserError(
    `Signpost notes what it is writing in a folder of your own, so that an interrupted command can be undone, but neither ${listStateFolders().join(' nor ')} can be used. Set the variable XDG_STATE_HOME to a folder that only you can write, outside of the site. Nothing was written.`,
  )
}

const listStateFolders = () => [getHomeState(), getTemporaryState()]

/** The real path of a folder, even before it exists. */
export function toRealFolder(folder: string): string {
  const path = resolve(folder)
  try {
    return realpathSync.native(path)
  } catch {
    return path === dirname(path) ? path : join(toRealFolder(dirname(path)), basename(path))
  }
}

function getHomeState(): string {
  const { XDG_STATE_HOME: state, LOCALAPPDATA: local } = process.env
  const folder = process.platform === 'win32' ? local : state
  return join(folder || join(homedir(), '.local/state'), 'signpost')
}

/** In containers, the home folder is often read-only, or there is none. */
const getTemporaryState = (): string =>
  join(toRealFolder(tmpdir()), `signpost-${process.getuid?.() ?? 'state'}`)

/**
 * Creates a folder that only this person can write. In the folder for temporary files, somebody
 * else could have created it.
 */
function isOwnFolder(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const stats = lstatSync(folder)
    const isPrivate =
      process.getuid === undefined || (stats.uid === process.getuid() && (stats.mode & 0o022) === 0)
    accessSync(folder, constants.W_OK)
    return stats.isDirectory() && isPrivate
  } catch {
    return false
  }
}
