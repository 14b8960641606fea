// @ts-check
import { readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, stop } from 'esbuild'
import { removeOldFolders } from './old-folders.mjs'

/** The number of bundles to keep, for several versions of Signpost that run at the same time. */
const maxKeptBundles = 4
/** Bundles that were used more recently than this are kept in any case. */
const keepUnusedMs = 60 * 60_000

/** The entry points of threads and child processes; see prerender/workers/start-worker.ts. */
const workers = [
  'scripts/prerender/workers/worker.ts',
  'scripts/prerender/bundle/bundle-process.ts',
]

/** Packages of many small files, which load faster as part of a bundle. */
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

/**
 * Bundles all commands, and the threads and processes that they start. What several of them need is
 * in files that they share.
 * @param {string} root The folder of Signpost.
 * @param {string[]} names The commands, each in `scripts/NAME.ts`.
 * @param {string} dir The folder to write.
 */
export async function bundleCommands(root, names, dir) {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  )
  const packages = Object.keys({ ...dependencies, ...devDependencies })
  const temporaryDir = `${dir}-${process.pid}`
  await build({
    absWorkingDir: root,
    entryPoints: [...names.map((name) => `scripts/${name}.ts`), ...workers],
    entryNames: '[name]',
    outdir: temporaryDir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    jsx: 'automatic',
    loader: { '.css': 'empty' },
    external: packages.filter((name) => !inlinedPackages.includes(name)),
    define: {
      'import.meta.bundleDir': JSON.stringify(dir),
      'import.meta.env.DEV': 'false',
      // For inlined packages only; see `keepSourcePaths`. No package is found from here, so that
      // fdir does not load picomatch for a feature that nothing uses.
      'import.meta.url': JSON.stringify(pathToFileURL('/').href),
    },
    // CommonJS packages that are inlined require modules of Node.
    banner: {
      js: "import { createRequire as createBundleRequire } from 'node:module'; const require = createBundleRequire(import.meta.url);",
    },
    logLevel: 'silent',
    plugins: [keepSourcePaths(root)],
  })
  // Otherwise its service process keeps running until the command ends.
  await stop()
  // The bundle may be in another folder than the packages.
  symlinkSync(join(root, 'node_modules'), join(temporaryDir, 'node_modules'), 'junction')
  try {
    renameSync(temporaryDir, dir)
  } catch {
    // Another process has written the same bundle meanwhile.
    rmSync(temporaryDir, { recursive: true })
  }
  removeOldFolders(dirname(dir), /^bundle-[0-9a-f]+$/, maxKeptBundles, keepUnusedMs)
}

/**
 * Lets bundled modules find files and packages relative to their source files.
 * @param {string} root
 * @returns {import('esbuild').Plugin}
 */
const keepSourcePaths = (root) => ({
  name: 'keep-source-paths',
  setup({ onLoad }) {
    onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
      if (!path.startsWith(root) || path.includes('node_modules')) return undefined
      const contents = readFileSync(path, 'utf8')
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
      return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' }
    })
  },
})
