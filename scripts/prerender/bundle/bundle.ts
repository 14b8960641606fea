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

/** What Vike and Vite made of the blocks and the renderer. */
export type Bundle = {
  renderer: typeof Renderer
  /** The module that holds it. */
  rendererModule: string
  assets: Assets
  /** Every file that a page can come to load, below the client folder. */
  files: string[]
  /** The folder that holds `files`. */
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
/** How many bundles of earlier sources are kept, for switching between branches. */
const maxKeptBundles = 4
const applicationEntry = 'renderer/client/hydrate.tsx'
/** They share nothing that has a state, and are bundled alone. */
const standaloneScripts = {
  loader: 'renderer/client/loader.ts',
  measure: 'renderer/client/analytics.ts',
}

/**
 * Bundles the blocks and the renderer, or takes the bundle of the same sources from the cache.
 * @param options.application false leaves out everything that runs in the browser. @param options.hash of the sources, where it is known.
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
    const making = `${dir}-${process.pid}`
    const made = application
      ? await bundleWithVite(root, making)
      : await bundleStaticRenderer(root, making)
    await writeFile(join(making, summaryFileName), JSON.stringify(made))
    // A rename, so that a build that is killed leaves no half bundle. A parallel build may have been first.
    await rename(making, dir).catch(() => rm(making, { recursive: true }))
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

/** Vike and Vite are loaded only where there is something to bundle: that alone takes longer than building a small site. */
async function bundleWithVite(root: string, dir: string): Promise<BundleSummary> {
  const { build } = await import('vike/api')
  await build({ viteConfig: { root, logLevel: 'error', build: { outDir: dir } } })
  return summarizeBundle(root, dir)
}

/** The renderer alone, and the stylesheets. esbuild takes a fraction of the memory that the whole bundle takes. */
async function bundleStaticRenderer(root: string, dir: string): Promise<BundleSummary> {
  // By require: an import reads all of it for its names.
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
    // React is written for require, and asks for modules of Node by it.
    banner: { js: "const require = process.getBuiltinModule('node:module').createRequire('/');" },
    logLevel: 'error',
    plugins: [withoutStreams],
  })
  // It would stay beside the build, with all that it has in memory.
  await stop()
  const client = join(dir, 'client')
  await mkdir(join(client, 'assets'), { recursive: true })
  const { styles, files } = await bundleStyles(root, client)
  // Blocks that a page does not have come with navigation in the page alone.
  return { assets: { styles }, files: files.filter((file) => `/${file}` !== styles.allBlocks) }
}

/** Half of what renders on a server writes streams, which nobody asks for here: every start and every thread would read it. */
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
 * A script in one file. Bundled with the application, what the two share would be a third file, which every page would
 * wait for.
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
    throw new Error(`${standaloneScripts[name]} is to be one file.`)
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
 * Hashes everything that turns a site's entries into documents and data. Builds without fast paths
 * have bundles and caches of their own, so that a comparison never meets the other's files.
 */
export const hashRenderSources = (root: string): string =>
  hashFiles(root, bundleInputs).slice(0, 16) + (usesFastPaths ? '' : '-reference')
