// @ts-check
/** Chooses where a command keeps what makes the next one fast. */
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { isPackage } from './commands.mjs'
import { listAbandoned } from './old-folders.mjs'

/**
 * Takes `--cache-dir DIR` from the arguments of a command. Sets SIGNPOST_CACHE, which every thread
 * and process of the command reads, unless the cache is in the repository's own `node_modules`.
 * @param {string} root The folder of Signpost.
 * @param {string[]} args
 * @returns {{ args: string[], compiled: string[] }} The other arguments, and the folders for
 *   compiled code. Only the last one can be written.
 * @throws Error with a message for the user.
 */
export function chooseCache(root, args) {
  const { dir = process.env.SIGNPOST_CACHE, rest } = takeOption(args, 'cache-dir')
  const packages = isPackage
    ? (findPackages(resolve(takeOption(args, 'site').dir ?? '.')) ?? dirname(root))
    : join(root, 'node_modules')
  const compiled = join(packages, '.signpost')
  if (dir !== undefined) {
    if (dir === '') throw new Error('--cache-dir needs the name of a folder.')
    const problem = findWriteProblem(join(dir, 'compiled'))
    if (problem)
      throw new Error(`The folder of --cache-dir, ${dir}, cannot be written (${problem}).`)
    process.env.SIGNPOST_CACHE = resolve(dir)
    return { args: rest, compiled: [join(resolve(dir), 'compiled')] }
  }
  const cache = join(packages, '.cache/signpost')
  const problem = (isPackage ? undefined : findWriteProblem(compiled)) ?? findWriteProblem(cache)
  if (!problem) {
    if (isPackage) process.env.SIGNPOST_CACHE = cache
    return { args: rest, compiled: [compiled] }
  }
  const temporary = createTemporaryFolder(packages, problem)
  process.env.SIGNPOST_CACHE = temporary
  console.error(
    `${packages} cannot be written (${problem}), so this command has no cache. Name a folder for it with --cache-dir DIR.`,
  )
  return { args: rest, compiled: [compiled, join(temporary, 'compiled')] }
}

/**
 * Finds the `node_modules` of a site, in its folder or above.
 * @param {string} folder
 * @returns {string | undefined}
 */
function findPackages(folder) {
  const found = join(folder, 'node_modules')
  if (existsSync(found)) return found
  return dirname(folder) === folder ? undefined : findPackages(dirname(folder))
}

/** @param {string[]} args @param {string} name @returns {{ dir?: string, rest: string[] }} */
function takeOption(args, name) {
  const index = args.findIndex((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`))
  if (index === -1) return { rest: args }
  const given = args[index] ?? ''
  const value = given.includes('=') ? given.slice(given.indexOf('=') + 1) : undefined
  const dir = value ?? args[index + 1] ?? ''
  const rest = args.toSpliced(index, value === undefined ? 2 : 1)
  return { dir: dir.startsWith('--') ? '' : dir, rest }
}

/** @param {string} folder Created if it is missing. @returns {string | undefined} An error code. */
function findWriteProblem(folder) {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return undefined
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error)
    const parent = dirname(folder)
    // On a read-only disk, mkdir says that a parent folder is missing.
    return (code === 'ENOENT' && parent !== folder && findWriteProblem(parent)) || code
  }
}

/**
 * Creates a cache that is deleted when the process exits.
 * @param {string} packages
 * @param {string} problem
 * @returns {string}
 */
function createTemporaryFolder(packages, problem) {
  try {
    for (const folder of listAbandoned(tmpdir(), /^signpost-cache-(?<pid>\d+)-/))
      rmSync(folder, { recursive: true, force: true })
    const folder = mkdtempSync(join(tmpdir(), `signpost-cache-${process.pid}-`))
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
    return folder
  } catch {
    throw new Error(
      `Neither ${packages} nor ${tmpdir()} can be written (${problem}). Name a folder for the cache with --cache-dir DIR.`,
    )
  }
}
