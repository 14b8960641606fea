import { join } from 'node:path'
import { getCacheFolder } from '../../../schema/util/cache-folders.ts'
import { createAssetReader } from '../budgets/measure-output.ts'
import type { ReadAsset } from '../budgets/measure-page.ts'
import { BuildCache } from '../cache/build-cache.ts'
import { bundle, hashRenderSources } from '../bundle/bundle.ts'
import type { Bundle } from '../bundle/bundle-types.ts'
import { ScannedFiles, type OutputScans } from '../output/stage-output.ts'
import { recoverOutput } from '../output/replace-folder.ts'
import type { FileStateRecords } from '../read/file-states.ts'
import type { RenderTarget } from '../workers/tasks.ts'
import { createFolderScanner, type OutputListing } from '../output/scan-folder.ts'

export const projectRoot = join(import.meta.dirname, '../../..')

/** Hashes the code and packages that turn a site's entries into documents. */
export const hashSources = (site: string): string => hashRenderSources(projectRoot, site)

/** The build cache of a site for one output folder, made by this version of the code. */
export function openCache(site: string, out: string): BuildCache {
  return new BuildCache(getCacheFolder(), site, out, hashSources(site))
}

/** Everything around a session that writes: its cache, its output folder and its bundle. */
export type Workspace = {
  /** When the command started, as `performance.now()`. */
  startedAt: number
  out: string
  /** A hash of the code and packages that turn a site's entries into documents. */
  sourceHash: string
  cache: BuildCache
  /** Stat info of the site's files at the last build. */
  fileStates: FileStateRecords | undefined
  /** The files of the output and of the one before it. The first scan starts with the session. */
  scanOutputs(): OutputScans
  /** Whether the output holds exactly these files, with the same sizes and times. */
  isOutputUnchanged(files: OutputListing): Promise<boolean>
  stopScanning(): void
  /** Starts to create the bundle that the site's settings need. */
  startBundle(settings: Record<string, unknown>): void
  /** The bundle, after `startBundle`. @throws what went wrong while bundling. */
  getBundle(): Promise<Bundle>
  /**
   * The folder that pages are rendered into, and what renders them.
   * @param folder a folder that becomes the output.
   */
  getRenderTarget(bundle: Bundle, folder: string): RenderTarget
  /** Reads what pages load: from the bundle, or from public/. */
  getAssetReader(bundle: Bundle): ReadAsset
}

/** @param site the site's folder. @param out the output folder, which is replaced. */
export async function openWorkspace(site: string, out: string): Promise<Workspace> {
  const startedAt = performance.now()
  const publicDir = join(site, 'public')
  // First, so that a lost output comes back even when this site cannot be built.
  await recoverOutput(out)
  process.env.NODE_ENV = 'production'
  const sourceHash = hashSources(site)
  const cache = new BuildCache(getCacheFolder(), site, out, sourceHash)
  await cache.prepare()
  const fileStates = await cache.readFileStates()
  // In parallel with everything else: listing a large output takes as long as reading a large site.
  const scanner = createFolderScanner(fileStates?.pages ?? 0)
  scanner.start(out)
  let hasScanned = false
  let bundling: Promise<Bundle> | undefined
  return {
    startedAt,
    out,
    sourceHash,
    cache,
    fileStates,
    scanOutputs() {
      const current = hasScanned ? createFolderScanner(0) : scanner
      hasScanned = true
      const scan = async (folder: string) => new ScannedFiles(await current.scan(folder))
      const scans = { out: scan(out), spare: scan(cache.spareOutput) }
      const close = () => current.close()
      // An error is thrown where the scan is awaited.
      scans.out.catch(() => {})
      scans.spare.then(close, close)
      return scans
    },
    isOutputUnchanged: (files) => scanner.matches(out, files),
    stopScanning: () => scanner.close(),
    startBundle({ application }) {
      bundling ??= bundle(projectRoot, {
        application: application !== false,
        site,
        hash: sourceHash,
      })
      // An error is thrown where the bundle is awaited.
      bundling.catch(() => {})
    },
    getBundle: () => bundling!,
    getRenderTarget: ({ rendererModule: renderer, assets, clientDir }, folder) => ({
      folder,
      renderer,
      assets,
      files: [clientDir, publicDir],
    }),
    getAssetReader: ({ clientDir }) => createAssetReader(clientDir, publicDir),
  }
}
