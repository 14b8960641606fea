import { join } from 'node:path'
import { BuildCache } from '../cache/build-cache.ts'
import { bundle, hashRenderSources, type Bundle } from '../bundle/bundle.ts'
import { ScannedFiles, type OutputScans } from '../output/stage-output.ts'
import { recoverOutput } from '../output/replace-folder.ts'
import type { FileStateRecords } from '../read/file-states.ts'
import { createFolderScanner, type OutputListing } from '../output/scan-folder.ts'

const root = join(import.meta.dirname, '../../..')
export const schemaFile = join(root, 'schema/site.gen.json')
const cacheRoot = join(root, 'node_modules/.cache/signpost')

/** What every command that writes a site begins with. */
export type StartedBuild = {
  /** As `performance.now()` gave it. */
  started: number
  /** A hash of everything that makes documents of a site's entries. */
  sourceHash: string
  /** What the last build of the same site and output has left. */
  cache: BuildCache
  /** The files of the site as they were when it was last built. */
  lastSources: FileStateRecords | undefined
  /** The files of the output and of the one before it, as they were when the command began. */
  scanOutputs(): OutputScans
  /** Whether the output is as it was written: these files, and no others. */
  isOutputUnchanged(files: OutputListing): Promise<boolean>
  /** Nothing more is looked at. */
  stopScanning(): void
  /** Begins to bundle what the settings ask for. */
  onSettings(settings: Record<string, unknown>): void
  /** The bundle, once there are settings. */
  getBundle(): Promise<Bundle>
}

/** @param site the site's folder. @param folder the output, which is replaced. */
export async function startBuild(site: string, folder: string): Promise<StartedBuild> {
  const started = performance.now()
  // First, so that a lost output comes back even when this site cannot be built.
  await recoverOutput(folder)
  process.env.NODE_ENV = 'production'
  const sourceHash = hashRenderSources(root)
  const cache = new BuildCache(cacheRoot, site, folder, sourceHash)
  await cache.prepare()
  const lastSources = await cache.readFileStates()
  // Beside everything else: a large output takes as long to look at as a large site to read.
  const scanner = createFolderScanner(lastSources?.pages ?? 0)
  scanner.start(folder)
  let bundling: Promise<Bundle> | undefined
  return {
    started,
    sourceHash,
    cache,
    lastSources,
    scanOutputs() {
      const [out, spare] = [folder, cache.spareOutput].map(
        async (each) => new ScannedFiles(await scanner.scan(each)),
      ) as [Promise<ScannedFiles>, Promise<ScannedFiles>]
      // Told where it is waited for.
      const end = () => scanner.close()
      out.catch(() => {})
      spare.then(end, end)
      return { out, spare }
    },
    isOutputUnchanged: (files) => scanner.matches(folder, files),
    stopScanning: () => scanner.close(),
    onSettings({ application }) {
      // Beside the reading of what is left. What goes wrong in it is told when it is asked for.
      bundling = bundle(root, { application: application !== false, hash: sourceHash })
      bundling.catch(() => {})
    },
    getBundle: () => bundling!,
  }
}
