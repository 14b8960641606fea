// @ts-check
import { readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
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

/**
 * Bundles the commands of this repository for the next time that one is started, and deletes
 * bundles of earlier sources.
 * @param {string} root The folder of Signpost.
 * @param {string[]} names The commands, each in `scripts/NAME.ts`.
 * @param {string} dir The folder to write.
 */
export async function cacheBundle(root, names, dir) {
  const temporaryDir = `${dir}-${process.pid}`
  await bundleCommands(root, names, temporaryDir, root)
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
 * Bundles commands, and the threads and processes that they start. What several of them need is in
 * files that they share. Development packages become a part of the bundle, so that the package
 * works without them.
 * @param {string} root The folder of Signpost.
 * @param {string[]} names The commands, each in `scripts/NAME.ts`.
 * @param {string} dir The folder to write.
 * @param {string} [boundRoot] The folder of Signpost when the bundle runs. By default, the one that
 *   contains the folder of the bundle.
 * @returns {Promise<string[]>} The files in the bundle.
 */
export async function bundleCommands(root, names, dir, boundRoot) {
  const { dependencies, peerDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  )
  const { metafile } = await build({
    absWorkingDir: root,
    metafile: true,
    entryPoints: [...names.map((name) => `scripts/${name}.ts`), ...workers],
    entryNames: '[name]',
    outdir: dir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    jsx: 'automatic',
    loader: { '.css': 'empty' },
    external: [
      ...Object.keys({ ...dependencies, ...peerDependencies }),
      ...(boundRoot ? ['playwright', 'prettier'] : []),
    ],
    define: {
      'import.meta.bundleDir': 'signpostBundleDir',
      'import.meta.env.DEV': 'false',
      // For inlined packages only; see `keepSourcePaths`. No package is found from here, so that
      // fdir does not load picomatch for a feature that nothing uses.
      'import.meta.url': JSON.stringify(pathToFileURL('/').href),
    },
    banner: { js: createBanner(boundRoot) },
    logLevel: 'silent',
    plugins: [keepSourcePaths(root), ...(boundRoot === undefined ? [withoutFormatter] : [])],
  })
  // Otherwise its service process keeps running until the command ends.
  await stop()
  return Object.keys(metafile.inputs).map((file) => join(root, file))
}

/**
 * What every file of a bundle begins with: the folders that `keepSourcePaths` names, and `require`,
 * because CommonJS packages that are inlined require modules of Node.
 * @param {string} [root]
 */
const createBanner = (root) => `\
import { createRequire as createBundleRequire } from 'node:module';
import { dirname as getBundleParent } from 'node:path';
import { pathToFileURL as toBundleUrl } from 'node:url';
const require = createBundleRequire(import.meta.url);
const signpostBundleDir = import.meta.dirname;
const signpostRoot = ${root === undefined ? 'getBundleParent(signpostBundleDir)' : JSON.stringify(root)};
const toSignpostUrl = (file) => toBundleUrl(signpostRoot + '/' + file).href;
`

/**
 * Leaves out the formatter of json-schema-to-typescript, which only the types of Signpost's own
 * blocks need. It is larger than everything else together.
 * @type {import('esbuild').Plugin}
 */
const withoutFormatter = {
  name: 'without-formatter',
  setup({ onResolve, onLoad }) {
    const namespace = 'formatter'
    onResolve({ filter: /^prettier$/ }, ({ path }) => ({ path, namespace }))
    onLoad({ filter: /^/, namespace }, () => ({ contents: 'export const format = undefined' }))
  },
}

/**
 * Lets bundled modules find files and packages relative to where their source files are, or would
 * be.
 * @param {string} root
 * @returns {import('esbuild').Plugin}
 */
const keepSourcePaths = (root) => ({
  name: 'keep-source-paths',
  setup({ onLoad }) {
    onLoad({ filter: /\.(tsx?|mjs)$/ }, ({ path }) => {
      if (!path.startsWith(root) || path.includes('node_modules')) return undefined
      const file = relative(root, path).replaceAll('\\', '/')
      const contents = readFileSync(path, 'utf8')
        // The bundler follows only the global function. What it inlines is still loaded on demand.
        .replace('const require = createRequire(import.meta.url)\n', '')
        .replaceAll(
          'import.meta.dirname',
          `(signpostRoot + ${JSON.stringify(`/${dirname(file)}`)})`,
        )
        .replaceAll('import.meta.url', `toSignpostUrl(${JSON.stringify(file)})`)
      return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' }
    })
  },
})
