/**
 * The one way in which a path that somebody else has written becomes a path on this disk: in YAML,
 * in a request, in an old site, in a manifest.
 */
import { lstatSync, realpathSync } from 'node:fs'
import { dirname, join, posix, relative, resolve, sep } from 'node:path'
import { isOutsideFolder } from './site-paths.ts'
import { tryDecode } from './try-parse.ts'

export type PathRules = {
  /** The path is that of a URL. It is decoded once, after it is split at its slashes. */
  encoded?: boolean
  /** Authors may write `..` and `.` where that stays in the folder. */
  climbs?: boolean
  /** Names that begin with a dot, such as those that a build writes for hosts. */
  hidden?: boolean
  /** Names that Windows keeps for devices, where they were chosen before, such as a route. */
  reserved?: boolean
}

/** @property refused completes a sentence that begins with the path */
type ResolvedPath = { path: string; refused?: undefined } | { path?: undefined; refused: string }

/**
 * Resolves a path in a folder. The file need not exist.
 * @param path relative to the folder, with forward slashes; one at the start changes nothing
 * @returns the path without symbolic links, or why it is refused
 */
export function resolveInside(folder: string, path: string, rules: PathRules = {}): ResolvedPath {
  const segments = splitPath(path, rules)
  if (typeof segments === 'string') return { refused: segments }
  const root = findRealPath(resolve(folder))
  const real = root === undefined ? undefined : findRealPath(join(root, ...segments))
  if (root === undefined || real === undefined)
    return { refused: 'is a symbolic link that leads nowhere' }
  if (isOutsideFolder(root, real)) return { refused: outside }
  // What a link leads to counts as well, but package managers link to hidden folders of their own.
  const target = relative(root, real).split(sep)
  if (!rules.hidden && !target.includes('node_modules') && target.some(isHidden))
    return { refused: hidden }
  return { path: real }
}

/**
 * Finds what is wrong with a path, whatever is on this disk.
 * @returns see `ResolvedPath`; undefined if nothing is
 */
export function explainUnsafePath(path: string, rules: PathRules = {}): string | undefined {
  const segments = splitPath(path, rules)
  return typeof segments === 'string' ? segments : undefined
}

export const outside = "is outside the site's folder"
const hidden = 'is hidden, since its name begins with a dot'
const reservedName = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(?:[.:]|$)/i
/** What file systems allow, in bytes. */
const maxNameLength = 255

/** @returns the names in a path, or why it is refused */
function splitPath(written: string, rules: PathRules): string[] | string {
  const path = rules.climbs ? posix.normalize(written.replace(/^\/+/, '')) : written
  const segments: string[] = []
  for (const segment of path.split('/')) {
    const name = rules.encoded ? tryDecode(segment) : segment
    if (name === undefined) return 'is malformed: % is followed by two digits or letters'
    if (name === '' || (name === '.' && rules.climbs)) continue
    const problem = explainName(name, segments.length === 0, rules)
    if (problem !== undefined) return problem
    segments.push(name)
  }
  return segments
}

function explainName(name: string, isFirst: boolean, rules: PathRules): string | undefined {
  // Windows drops spaces and dots at the end.
  if (/^\.\.?[. ]*$/.test(name)) return outside
  if (/[/\\\u0000-\u001f\u007f]/.test(name)) return 'has a character that a file name cannot have'
  if (/^[a-z]:/i.test(name)) return outside
  if (!rules.hidden && isHidden(name, isFirst ? 0 : 1)) return hidden
  if (!rules.reserved && (reservedName.test(name) || /[. ]$/.test(name)))
    return 'has a name that is not a file name on Windows'
  return new TextEncoder().encode(name).length > maxNameLength
    ? 'has a name that is too long'
    : undefined
}

/** Every host publishes `/.well-known`. */
const isHidden = (name: string, index: number): boolean =>
  name.startsWith('.') && !(index === 0 && name === '.well-known')

/**
 * The path without symbolic links; of a file that is missing, from the nearest folder that exists.
 * @returns undefined for a link that leads nowhere, because writing follows it
 */
function findRealPath(path: string): string | undefined {
  try {
    return realpathSync.native(path)
  } catch {
    if (isThere(path)) return undefined
    const parent = dirname(path)
    const real = parent === path ? path : findRealPath(parent)
    return real && join(real, path.slice(parent.length))
  }
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    // A file is where a folder should be, or a folder may not be read.
    return false
  }
}
