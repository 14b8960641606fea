/**
 * Runs a command of scripts/, such as `node scripts/run.mjs build --site DIR`. esbuild bundles the
 * command once for each version of the sources. The bundle loads much faster than the sources.
 */
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
} from 'node:fs'
import module from 'node:module'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { listAbandoned } from './launch/abandoned-folders.mjs'
import { chooseCache } from './launch/choose-cache.mjs'
import { explainToolError } from './launch/explain-tool-error.mjs'
import { hashFiles } from './launch/hash-files.mjs'
import { removeOldFolders } from './launch/remove-old-folders.mjs'
import { runBundle } from './launch/run-bundle.mjs'

const root = dirname(import.meta.dirname)
const sourceFolders = ['schema', 'scripts', 'renderer', 'blocks']
const commands = [
  'build',
  'catalogue',
  'changes',
  'check',
  'dates',
  'dev',
  'facts',
  'generate',
  'links',
  'merge',
  'new',
  'page-weight',
  'pages',
  'rename',
  'routes',
  'serve',
  'start',
  'studio',
  'where',
]
/** Modules with their own bundles: entry points of threads and processes, and rarely used code. */
const moduleFolders = {
  worker: 'scripts/prerender/workers',
  'bundle-process': 'scripts/prerender/bundle',
}
/** The number of bundles to keep, for switching between branches. */
const maxKeptBundles = 4
const minuteMs = 60_000
/** Bundles that were used more recently than this are kept in any case. */
const keepUnusedMs = 60 * minuteMs

/** Packages that every command needs. Bundled, because loading their many files is slow. */
const inlinedPackages = [
  'culori',
  'd3-geo',
  'diff',
  'fastest-levenshtein',
  'htmlparser2',
  'mdast-util-from-markdown',
  'papaparse',
  'tinyglobby',
  'topojson-client',
  'yaml',
]

/** @param {string} folder For the saved hash. */
function hashBundleSources(folder) {
  const files = ['package.json', 'package-lock.json'].filter((file) => existsSync(join(root, file)))
  for (const folder of sourceFolders) {
    // `withFileTypes` saves a stat call for each entry.
    const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    for (const { name, parentPath } of entries)
      if (/\.(tsx?|mjs)$/.test(name)) files.push(relative(root, join(parentPath, name)))
  }
  // A bundle contains the path of the project.
  return createHash('sha256')
    .update(hashFiles(root, files.sort(), join(folder, 'hash-bundle.txt')))
    .update(root)
    .digest('hex')
    .slice(0, 16)
}

/** @param {string} bundleDir @param {string[]} names The commands and modules to bundle. */
async function bundleCommands(bundleDir, names) {
  const { build, stop } = await import('esbuild')
  const temporaryDir = `${bundleDir}-${process.pid}`
  await build({
    entryPoints: names.map((name) => join(root, moduleFolders[name] ?? 'scripts', `${name}.ts`)),
    entryNames: '[name]',
    outdir: temporaryDir,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    jsx: 'automatic',
    loader: { '.css': 'empty' },
    define: {
      'import.meta.bundleDir': JSON.stringify(bundleDir),
      'import.meta.env.DEV': 'false',
      // For inlined packages only; `preserveSourcePaths` handles our own files. No package is found
      // from here, so that fdir does not load picomatch for a feature that nothing uses.
      'import.meta.url': JSON.stringify(pathToFileURL('/').href),
    },
    logLevel: 'silent',
    plugins: [preserveSourcePaths, externalizePackages],
  })
  // Otherwise its service process keeps running until the command ends.
  await stop()
  mkdirSync(bundleDir, { recursive: true })
  // Renames are atomic, so that a killed process does not leave an incomplete file.
  for (const file of readdirSync(temporaryDir))
    renameSync(join(temporaryDir, file), join(bundleDir, file))
  rmSync(temporaryDir, { recursive: true })
  removeOldCommandBundles(dirname(bundleDir))
}

/** @param {string} bundlesRoot */
function removeOldCommandBundles(bundlesRoot) {
  for (const folder of listAbandoned(bundlesRoot, /^bundle-[0-9a-f]+-(?<pid>\d+)$/))
    rmSync(folder, { recursive: true, force: true })
  // `engine-` is the prefix of an earlier version.
  const names = readdirSync(bundlesRoot).filter((name) => /^(bundle|engine)-[0-9a-f]+$/.test(name))
  const bundles = names.map((name) => join(bundlesRoot, name))
  removeOldFolders(bundles, maxKeptBundles, keepUnusedMs)
}

/** Lets bundled modules find files relative to their source files, and packages. */
const preserveSourcePaths = /** @type {import('esbuild').Plugin} */ ({
  name: 'preserve-source-paths',
  setup({ onLoad }) {
    const escapedRoot = root.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    const filter = new RegExp(`^${escapedRoot}/(?:${sourceFolders.join('|')})/.*\\.(tsx?|mjs)$`)
    onLoad({ filter }, ({ path }) => {
      const contents = readFileSync(path, 'utf8')
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
      if (path.endsWith('.mjs')) return { contents, loader: 'js' }
      return {
        // Imports of packages that are not inlined; see launch/run-bundle.mjs.
        contents: contents.replaceAll(/(?<!typeof )\bimport\((?!'\.)/g, 'importPackage('),
        loader: path.endsWith('x') ? 'tsx' : 'ts',
      }
    })
  },
})

const externalizePackages = /** @type {import('esbuild').Plugin} */ ({
  name: 'externalize-packages',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, importer, kind }) => {
      const isOurs = sourceFolders.some((folder) => importer.startsWith(join(root, folder)))
      const isInlined = inlinedPackages.some((name) => path === name || path.startsWith(`${name}/`))
      return kind === 'entry-point' || !isOurs || isInlined ? undefined : { path, external: true }
    })
  },
})

/** @param {Error} error @returns {never} */
function exitWithMessage(error) {
  console.error(explainToolError(error.message) ?? error.message)
  process.exit(1)
}

const [name = '', ...given] = process.argv.slice(2)
if (!commands.includes(name)) {
  console.error(`Usage: node scripts/run.mjs ${commands.join('|')} [OPTIONS]`)
  process.exit(2)
}
const bundleDir = await prepareBundle().catch(exitWithMessage)

/** @returns {Promise<string>} The folder of the bundle. */
async function prepareBundle() {
  const { args, compiled } = chooseCache(join(root, 'node_modules'), given)
  const lastFolder = /** @type {string} */ (compiled.at(-1))
  const bundleName = `bundle-${hashBundleSources(lastFolder)}`
  // So that the command runs as if it had been started directly.
  process.argv = [process.argv[0] ?? '', join(root, 'scripts', `${name}.ts`), ...args]
  const needed = [name, ...Object.keys(moduleFolders)]
  const folders = compiled.map((folder) => join(folder, bundleName))
  const listMissing = (/** @type {string} */ folder) =>
    needed.filter((each) => !existsSync(join(folder, `${each}.cjs`)))
  const found = folders.find((folder) => listMissing(folder).length === 0)
  if (found !== undefined) return found
  const folder = join(lastFolder, bundleName)
  await bundleCommands(folder, listMissing(folder))
  return folder
}

function markAsUsed() {
  try {
    utimesSync(bundleDir, new Date(), new Date())
  } catch {
    // If the folder is read-only, no other process can remove the bundle either.
  }
}
markAsUsed()
// A long-running command may load other files of its bundle later.
setInterval(markAsUsed, 20 * minuteMs).unref()
// Caches compiled code of packages, from Node 22 on. run-bundle.mjs caches that of the bundle.
module.enableCompileCache?.(join(bundleDir, 'code'))
runBundle(bundleDir, name)
