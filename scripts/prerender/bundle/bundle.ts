import { once } from 'node:events'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { usesFastPaths } from '../../../schema/util/fast-paths.ts'
import { hashFiles } from '../../shared/hash-files.ts'
import { pathExists } from '../../shared/path-exists.ts'
import { hasThreads, startProcess } from '../workers/start-worker.ts'
import { bundleApplication, type BundleSummary } from './bundle-application.ts'
import type { BundleReply } from './bundle-process.ts'
import { bundleRenderer, rendererFile } from './bundle-renderer.ts'
import { bundleStyles } from './bundle-styles.ts'
import type { Bundle } from './bundle-types.ts'
import { loadRenderer } from './load-renderer.ts'

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
  const rendererModule = join(dir, rendererFile)
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
  return {
    renderer: loadRenderer(rendererModule),
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

/** Bundles only the renderer and the stylesheets, which needs less memory than Vite. */
async function bundleStaticRenderer(root: string, dir: string): Promise<BundleSummary> {
  await bundleRenderer(root, dir)
  const client = join(dir, 'client')
  await mkdir(join(client, 'assets'), { recursive: true })
  const { styles, files } = await bundleStyles(root, client)
  // Only client-side navigation loads the CSS of all blocks.
  return { assets: { styles }, files: files.filter((file) => `/${file}` !== styles.allBlocks) }
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
