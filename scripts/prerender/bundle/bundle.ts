import { once } from 'node:events'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as esbuild from 'esbuild'
import type * as Renderer from '../../../renderer/server.ts'
import { usesFastPaths } from '../../../schema/util/fast-paths.ts'
import { hashFiles } from '../../shared/hash-files.ts'
import { pathExists } from '../../shared/path-exists.ts'
import { hasThreads, startProcess } from '../workers/start-worker.ts'
import { bundleApplication, type BundleSummary } from './bundle-application.ts'
import type { BundleReply } from './bundle-process.ts'
import { bundleStyles } from './bundle-styles.ts'
import { type Bundle } from './bundle-types.ts'

const require = createRequire(import.meta.url)

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
/**
 * The number of bundles to keep, for switching between branches. One state of the sources has up to
 * four: with and without scripts, with and without fast paths.
 */
const maxKeptBundles = 6

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
  if (!(await pathExists(dir))) {
    const temporary = `${dir}-${process.pid}`
    const summary = application
      ? await bundleInChildProcess(root, temporary)
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

const summaryFileName = 'signpost.json'

/**
 * Bundles the application in a child process. When it exits, the memory that Vite and Rolldown
 * allocated returns to the system, and meanwhile this process reads the site.
 * @param dir the folder to write to
 * @throws whatever fails while bundling
 */
async function bundleInChildProcess(root: string, dir: string): Promise<BundleSummary> {
  if (!hasThreads) return bundleApplication(root, dir)
  const child = startProcess('bundle-process', [root, dir])
  const reply = new Promise<BundleReply>((resolve) => child.once('message', resolve))
  const exit = once(child, 'exit').then(([code, signal]): BundleReply => {
    const message = `The process that bundles the application exited early (${code ?? signal}).`
    return { error: new Error(message) }
  })
  const { summary, error } = await Promise.race([reply, exit])
  if (!summary) throw Object.assign(new Error(error?.message), error)
  return summary
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
