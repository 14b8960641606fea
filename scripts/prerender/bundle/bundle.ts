import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { findSiteBlocks } from '../../../schema/block-types/site-blocks.ts'
import {
  defaultProgramCacheFolder,
  getProgramCacheFolder,
} from '../../../schema/util/cache-folders.ts'
import { usesFastPaths } from '../../../schema/util/with-fast-path.ts'
import { assertCurrentSchema } from '../../generate/assert-current-schema.ts'
import { during } from '../../launch/during.mjs'
import { removeOldFolders } from '../../launch/old-folders.mjs'
import { hashPlaces } from '../../shared/hash-files.ts'
import { pathExists } from '../../shared/path-exists.ts'
import { bundleInChildProcess } from './bundle-in-child-process.ts'
import { rendererFile } from './bundle-renderer.ts'
import type { BundleResult, BundleTask } from './bundle-tasks.ts'
import { type Bundle, loadRenderer } from './load-renderer.ts'

/** The folder of Signpost. */
export const projectRoot = join(import.meta.dirname, '../../..')

const bundleInputs: Parameters<typeof hashPlaces>[1] = [
  'blocks',
  'renderer',
  ['schema', /\.(ts|json)$/],
  'scripts/prerender',
  'scripts/images',
  // In the package, which lacks most of scripts/.
  'commands',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]
/**
 * The number of bundles to keep, for switching between branches and sites. One state of the sources
 * has up to four, with and without scripts, with and without fast paths, and so does each site with
 * blocks of its own.
 */
const maxKeptBundles = 24

/**
 * Bundles the blocks and the renderer, or reuses the cached bundle of the same sources.
 * @param options.application false omits everything that runs in the browser.
 * @param options.hash The hash of the sources, if it is known.
 * @param options.site The folder of the site, which may have blocks of its own.
 * @throws UserError if the sources cannot be bundled, or if the generated schema is out of date.
 */
export async function bundle({
  application = true,
  site,
  hash,
}: {
  application?: boolean
  site?: string
  hash?: string
} = {}): Promise<Bundle> {
  const { dir, result } = await openBundle(application ? 'application' : 'plain', site, hash)
  const rendererModule = join(dir, rendererFile)
  return {
    renderer: loadRenderer(rendererModule),
    rendererModule,
    clientDir: join(dir, 'client'),
    ...result,
  }
}

/** Bundles that are being made. */
const making = new Map<string, Promise<void>>()

/**
 * Finds the bundle of the current sources, or makes it.
 * @param known the hash of the sources, if the caller has it
 * @returns its folder, and what its task has returned
 * @throws UserError if the sources cannot be bundled, or if the generated schema is out of date.
 */
export async function openBundle<Task extends BundleTask>(
  task: Task,
  site?: string,
  known?: string,
): Promise<{ dir: string; result: BundleResult<Task> }> {
  const readHash = () => known ?? (task === 'studio' ? hashStudio() : hashCode(site))
  const hash = readHash()
  const dir = await locateBundle(task, hash)
  if (!(await pathExists(dir))) {
    const made =
      making.get(dir) ??
      makeBundle(task, dir, { site, isCurrent: () => readHash() === hash }).finally(() =>
        making.delete(dir),
      )
    making.set(dir, made)
    await made
    if (!(await pathExists(dir))) return openBundle(task, site)
  }
  const text = await readFile(join(dir, bundleResultFile), 'utf8')
  return { dir, result: JSON.parse(text) as BundleResult<Task> }
}

/** The package contains those of its own sources. */
async function locateBundle(task: BundleTask, hash: string): Promise<string> {
  const name = join('bundles', `${task}-${hash}`)
  const prepared = join(defaultProgramCacheFolder, name)
  return (await pathExists(prepared)) ? prepared : join(getProgramCacheFolder(), name)
}

export const bundleResultFile = 'signpost.json'

/** @param isCurrent whether the sources still have the hash in the name of the folder */
async function makeBundle(
  task: BundleTask,
  dir: string,
  { site, isCurrent }: { site: string | undefined; isCurrent: () => boolean },
): Promise<void> {
  // The development server, which has the others, generates it after a change.
  if (task === 'application' || task === 'plain') await assertCurrentSchema(projectRoot)
  const temporary = `${dir}-${process.pid}`
  const result = await during(
    'Bundling the blocks and scripts of the pages, which is kept for the next time',
    bundleInChildProcess(task, projectRoot, temporary, site),
  ).catch(async (error: Error) => {
    await rm(temporary, { recursive: true, force: true })
    throw error
  })
  // It may have parts of what was saved meanwhile.
  if (!isCurrent()) return rm(temporary, { recursive: true })
  await writeFile(join(temporary, bundleResultFile), JSON.stringify(result))
  // The rename is atomic, and fails if a concurrent process has written the same bundle.
  await rename(temporary, dir).catch(() => rm(temporary, { recursive: true }))
  removeOldFolders(dirname(dir), /^[a-z]+-[0-9a-f]+(-reference)?$/, maxKeptBundles)
}

/** The studio uses code of many folders. */
const hashStudio = () =>
  hashPlaces(projectRoot, [...bundleInputs, 'scripts'], 'studio').slice(0, 16)

/**
 * Hashes the code and packages that turn a site's entries into documents and data. Builds without
 * fast paths have separate bundles and caches, so that comparisons never share files.
 */
export function hashCode(site?: string): string {
  const folders = site === undefined ? [] : findSiteBlocks(site).folders
  const own = folders.map(({ path }) => hashPlaces(path, ['.']).slice(0, 16)).join('')
  return (
    hashPlaces(projectRoot, bundleInputs, 'renderer').slice(0, 16) +
    own +
    (usesFastPaths ? '' : '-reference')
  )
}
