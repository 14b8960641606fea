import { access, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as esbuild from 'esbuild'
import type * as Renderer from '../../../renderer/server.ts'
import type { Assets } from '../../../renderer/document.tsx'
import { usesFastPaths } from '../../../schema/util/fast-paths.ts'
import { hashFiles } from '../../shared/hash-files.ts'
import { bundleStyles } from './bundle-styles.ts'
import { listEagerScripts } from './eager-scripts.ts'
import { pickAssets, type Manifest } from './pick-assets.ts'

const require = createRequire(import.meta.url)

/** The bundled blocks and renderer. */
export type Bundle = {
  renderer: typeof Renderer
  /** The path of the module that exports the renderer. */
  rendererModule: string
  assets: Assets
  /** Every file that a page may load, relative to `clientDir`. */
  files: string[]
  /** The folder that contains `files`. */
  clientDir: string
}

const bundleInputs: Parameters<typeof hashFiles>[1] = [
  'blocks',
  'renderer',
  ['schema', /\.(ts|json)$/],
  'scripts/prerender',
  'scripts/images',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]
/** The number of bundles to keep, for switching between branches. */
const maxKeptBundles = 4
const applicationEntry = 'renderer/client/hydrate.tsx'
/** Scripts that share no state with the application, and are bundled separately. */
const standaloneScripts = {
  loader: 'renderer/client/loader.ts',
  measure: 'renderer/client/analytics.ts',
}

/**
 * Bundles the blocks and the renderer, or reuses the cached bundle of the same sources.
 * @param options.application false omits everything that runs in the browser.
 * @param options.hash The hash of the sources, if it is known.
 */
export async function bundle(
  root: string,
  { application = true, hash = hashRenderSources(root) } = {},
): Promise<Bundle> {
  const dir = join(
    root,
    'node_modules/.cache/signpost',
    `bundle-${hash}${application ? '' : '-plain'}`,
  )
  const rendererModule = join(dir, 'server/renderer.mjs')
  if (
    !(await access(dir).then(
      () => true,
      () => false,
    ))
  ) {
    const temporary = `${dir}-${process.pid}`
    const summary = application
      ? await bundleWithVite(root, temporary)
      : await bundleStaticRenderer(root, temporary)
    await writeFile(join(temporary, summaryFileName), JSON.stringify(summary))
    // The rename is atomic, and fails if a concurrent build has written the same bundle.
    await rename(temporary, dir).catch(() => rm(temporary, { recursive: true }))
    await removeOldBundles(join(dir, '..'))
  }
  const renderer = (await import(pathToFileURL(rendererModule).href)) as typeof Renderer
  return {
    renderer,
    rendererModule,
    clientDir: join(dir, 'client'),
    ...(JSON.parse(await readFile(join(dir, summaryFileName), 'utf8')) as BundleSummary),
  }
}

type BundleSummary = Pick<Bundle, 'assets' | 'files'>
const summaryFileName = 'signpost.json'

/** Bundles everything. Imports Vike and Vite late, because loading them is slow. */
async function bundleWithVite(root: string, dir: string): Promise<BundleSummary> {
  const { build } = await import('vike/api')
  await build({ viteConfig: { root, logLevel: 'error', build: { outDir: dir } } })
  return summarizeBundle(root, dir)
}

/** Bundles only the renderer and the stylesheets, with esbuild, which needs less memory. */
async function bundleStaticRenderer(root: string, dir: string): Promise<BundleSummary> {
  // `import` would parse the whole package for the names of its exports.
  const { build, stop } = require('esbuild') as typeof esbuild
  await build({
    entryPoints: [join(root, 'renderer/server.ts')],
    outfile: join(dir, 'server/renderer.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    jsx: 'automatic',
    loader: { '.css': 'empty' },
    define: { 'process.env.NODE_ENV': '"production"' },
    // React requires modules of Node.
    banner: { js: "const require = process.getBuiltinModule('node:module').createRequire('/');" },
    logLevel: 'error',
    plugins: [withoutStreams],
  })
  // Otherwise its service process keeps its memory until the build ends.
  await stop()
  const client = join(dir, 'client')
  await mkdir(join(client, 'assets'), { recursive: true })
  const { styles, files } = await bundleStyles(root, client)
  // Only client-side navigation loads the CSS of all blocks.
  return { assets: { styles }, files: files.filter((file) => `/${file}` !== styles.allBlocks) }
}

/** Removes React's stream renderer, which is unused and would slow down each start of a thread. */
const withoutStreams: esbuild.Plugin = {
  name: 'without-streams',
  setup({ onResolve, onLoad }) {
    const namespace = 'streams'
    onResolve({ filter: /\/react-dom-server\.node\.production\.js$/ }, ({ path }) => ({
      path,
      namespace,
    }))
    onLoad({ filter: /^/, namespace }, () => ({ contents: '' }))
  },
}

async function summarizeBundle(root: string, dir: string): Promise<BundleSummary> {
  const manifest = JSON.parse(await readFile(join(dir, 'assets.json'), 'utf8')) as Manifest
  const client = join(dir, 'client')
  const picked = pickAssets(manifest, {
    application: applicationEntry,
    eager: listEagerScripts(root),
  })
  const { styles, files } = await bundleStyles(root, client)
  const [script, measure] = [
    await bundleStandaloneScript(root, client, 'loader'),
    await bundleStandaloneScript(root, client, 'measure'),
  ]
  return {
    assets: {
      scripts: { ...picked.scripts, loader: `/${script}`, analytics: `/${measure}` },
      styles,
    },
    files: [...picked.files, ...files, script, measure].sort(),
  }
}

/**
 * Bundles a script into one file. If it were bundled with the application, shared modules would
 * become another file that every page has to load first.
 */
async function bundleStandaloneScript(
  root: string,
  client: string,
  name: keyof typeof standaloneScripts,
): Promise<string> {
  const { build } = await import('vite')
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      modulePreload: false,
      rollupOptions: {
        input: join(root, standaloneScripts[name]),
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: `assets/${name}.[hash].js` },
      },
    },
  })
  const { output } = [result].flat()[0] as { output: { fileName: string; code?: string }[] }
  const [{ fileName, code } = { fileName: '', code: undefined }, ...others] = output
  if (code === undefined || others.length > 0)
    throw new Error(`${standaloneScripts[name]} must be bundled into one file.`)
  await writeFile(join(client, fileName), code)
  return fileName
}

async function removeOldBundles(cache: string): Promise<void> {
  const names = (await readdir(cache)).filter((name) =>
    /^bundle-[0-9a-f]+(-reference)?(-plain)?$/.test(name),
  )
  const ages = await Promise.all(
    names.map(async (name) => ({ name, time: (await stat(join(cache, name))).mtimeMs })),
  )
  for (const { name } of ages.sort((a, b) => b.time - a.time).slice(maxKeptBundles))
    await rm(join(cache, name), { recursive: true, force: true })
}

/**
 * Hashes everything that affects the documents and data rendered from a site's entries. Builds
 * without fast paths have separate bundles and caches, so that comparisons never share files.
 */
export const hashRenderSources = (root: string): string =>
  hashFiles(root, bundleInputs).slice(0, 16) + (usesFastPaths ? '' : '-reference')
