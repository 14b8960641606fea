#!/usr/bin/env node
// @ts-check
/**
 * Runs a command of scripts/, such as `node scripts/run.mjs build --site DIR` or, where the package
 * is installed, `npx signpost build`. A bundle of the commands loads much faster than their sources.
 * The package contains one; in the repository, esbuild bundles the commands when their sources have
 * changed.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, statSync, utimesSync } from 'node:fs'
import module from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chooseCache } from './launch/choose-cache.mjs'
import { commands, formatCommandList, isPackage, readVersion } from './launch/commands.mjs'
import { during } from './launch/during.mjs'
import { explainToolError } from './launch/explain-tool-error.mjs'

const root = dirname(import.meta.dirname)
const [name = 'help', ...given] = process.argv.slice(2)
if (['help', '--help', '-h'].includes(name)) console.log(formatCommandList())
else if (['--version', '-v'].includes(name)) console.log(readVersion(root))
else if (name in commands) await runCommand()
else {
  const letters = (/** @type {string} */ word) => [...word].sort().join('')
  // Most misspelled commands have the right letters in another order, or a letter too many or too few.
  const meant = Object.keys(commands).find(
    (each) =>
      letters(each) === letters(name) ||
      [...name].some((_, at) => name.slice(0, at) + name.slice(at + 1) === each) ||
      [...each].some((_, at) => each.slice(0, at) + each.slice(at + 1) === name),
  )
  const question = meant ? ` Did you mean ${meant}?` : ''
  console.error(`There is no command ${name}.${question}\n\n${formatCommandList()}`)
  process.exitCode = 2
}

async function runCommand() {
  const bundleDir = await prepareBundle().catch((error) => {
    console.error(explainToolError(error.message) ?? error.message)
    process.exit(1)
  })
  const markAsUsed = () => {
    try {
      utimesSync(bundleDir, new Date(), new Date())
    } catch {
      // If the folder is read-only, no other process can remove the bundle either.
    }
  }
  if (!isPackage) {
    markAsUsed()
    // A long-running command may load other files of its bundle later.
    setInterval(markAsUsed, 20 * 60_000).unref()
  }
  // Node 20 has no cache for compiled code. Threads inherit the setting only from the environment.
  process.env.NODE_COMPILE_CACHE ??= join(
    isPackage ? (process.env.SIGNPOST_CACHE ?? '') : bundleDir,
    'compiled',
  )
  module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE)
  // Rolldown's threads would get huge pages: 100 MB more, and clearing them takes time. It reads this
  // when it is loaded.
  process.env.MIMALLOC_ALLOW_THP ??= '0'
  // resvg draws many images of the same size. Giving back the memory of each takes a third of the time.
  process.env.MIMALLOC_PURGE_DELAY ??= '-1'
  await import(pathToFileURL(join(bundleDir, `${name}.mjs`)).href).catch((error) => {
    const explanation = error.code === 'ERR_MODULE_NOT_FOUND' && explainToolError(error.message)
    if (!explanation) throw error
    console.error(explanation)
    process.exit(1)
  })
}

/** @returns {Promise<string>} The folder of the bundle. */
async function prepareBundle() {
  const { args, compiled } = chooseCache(root, given)
  // So that the command runs as if it had been started directly.
  process.argv = [process.argv[0] ?? '', join(root, 'scripts', `${name}.ts`), ...args]
  if (isPackage) return join(root, 'commands')
  const folders = compiled.map((folder) => join(folder, `bundle-${identifySources()}`))
  const found = folders.find((folder) => existsSync(folder))
  if (found !== undefined) return found
  const dir = /** @type {string} */ (folders.at(-1))
  const { cacheBundle } = await import('./launch/bundle-commands.mjs')
  await during(
    'Bundling the commands, which happens once after they have changed',
    cacheBundle(root, Object.keys(commands), dir),
  )
  return dir
}

/** Identifies the sources by their sizes and times, which is faster than reading them. */
function identifySources() {
  // A bundle contains the path of the project.
  const hash = createHash('sha256').update(root)
  const add = (/** @type {string} */ file) => {
    // Tools can set the mtime, but not the ctime.
    const { size, mtimeMs, ctimeMs } = statSync(file)
    hash.update(`\n${file} ${size} ${mtimeMs} ${ctimeMs}`)
  }
  for (const file of ['package.json', 'package-lock.json'])
    if (existsSync(join(root, file))) add(join(root, file))
  for (const folder of ['schema', 'scripts', 'renderer', 'blocks']) {
    // `withFileTypes` saves a stat call for each entry.
    const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    for (const { name, parentPath } of entries)
      if (/\.(tsx?|mjs)$/.test(name)) add(join(parentPath, name))
  }
  return hash.digest('hex').slice(0, 16)
}
