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
import type { BundleSummary } from './bundle-application.ts'
import { bundleInChildProcess } from './bundle-in-child-process.ts'
import { bundleRenderer, rendererFile } from './bundle-renderer.ts'
import { bundleStyles } from './bundle-styles.ts'
import { type Bundle, loadRenderer } from './load-renderer.ts'
import { SiteBlocks } from './site-blocks.ts'

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
  hash = hashCode(site),
}: {
  application?: boolean
  site?: string
  hash?: string
} = {}): Promise<Bundle> {
  const name = `bundle-${hash}${application ? '' : '-plain'}`
  const prepared = join(defaultProgramCacheFolder, 'blocks', name)
  const dir = (await pathExists(prepared))
    ? prepared
    : join(getProgramCacheFolder(), 'blocks', name)
  const rendererModule = join(dir, rendererFile)
  if (!(await pathExists(dir))) {
    await assertCurrentSchema(projectRoot)
    const temporary = `${dir}-${process.pid}`
    const bundling = application
      ? bundleInChildProcess(projectRoot, temporary, site)
      : bundleStaticRenderer(temporary, site)
    const summary = await during(
      'Bundling the blocks and scripts of the pages, which is kept for the next time',
      bundling,
    ).catch(async (error: Error) => {
      await rm(temporary, { recursive: true, force: true })
      throw error
    })
    await writeFile(join(temporary, summaryFileName), JSON.stringify(summary))
    // The rename is atomic, and fails if a concurrent build has written the same bundle.
    await rename(temporary, dir).catch(() => rm(temporary, { recursive: true }))
    removeOldFolders(dirname(dir), /^bundle-[0-9a-f]+(-reference)?(-plain)?$/, maxKeptBundles)
  }
  return {
    renderer: loadRenderer(rendererModule),
    rendererModule,
    clientDir: join(dir, 'client'),
    ...(JSON.parse(await readFile(join(dir, summaryFileName), 'utf8')) as BundleSummary),
  }
}

const summaryFileName = 'signpost.json'

/** Bundles only the renderer and the stylesheets, which needs less memory than Vite. */
async function bundleStaticRenderer(dir: string, site?: string): Promise<BundleSummary> {
  const blocks = new SiteBlocks(projectRoot, site)
  await bundleRenderer(projectRoot, dir, blocks)
  const client = join(dir, 'client')
  const { styles, files } = await bundleStyles(projectRoot, client, blocks)
  // Only client-side navigation loads the CSS of all blocks.
  return { assets: { styles }, files: files.filter((file) => `/${file}` !== styles.allBlocks) }
}

/**
 * Hashes the code and packages that turn a site's entries into documents and data. Builds without
 * fast paths have separate bundles and caches, so that comparisons never share files.
 */
export function hashCode(site?: string): string {
  const folders = site === undefined ? [] : findSiteBlocks(site)
  const own = folders.map(({ path }) => hashPlaces(path, ['.']).slice(0, 16)).join('')
  return (
    hashPlaces(projectRoot, bundleInputs, 'renderer').slice(0, 16) +
    own +
    (usesFastPaths ? '' : '-reference')
  )
}
