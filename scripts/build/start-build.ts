import { join } from 'node:path'
import { BuildCache } from './build-cache.ts'
import { bundle, hashSources, type Bundle } from './bundle.ts'
import { FoundFiles, type LookedAt } from './output-tree.ts'
import { recoverFolder } from './replace-folder.ts'
import type { SourceRecords } from './source-states.ts'
import { createScanner, type WrittenFiles } from './tree-scan.ts'

const root = join(import.meta.dirname, '../..')
export const schemaFile = join(root, 'schema/site.gen.json')
const cacheRoot = join(root, 'node_modules/.cache/signpost')

/** What every command that writes a site begins with. */
export type StartedBuild = {
  /** As `performance.now()` gave it. */
  started: number
  /** A hash of everything that makes documents of a site's entries. */
  engine: string
  /** What the last build of the same site and output has left. */
  cache: BuildCache
  /** The files of the site as they were when it was last built. */
  lastSources: SourceRecords | undefined
  /** The files of the output and of the one before it, as they were when the command began. */
  look(): LookedAt
  /** Whether the output is as it was written: these files, and no others. */
  isAsWritten(files: WrittenFiles): Promise<boolean>
  /** Nothing more is looked at. */
  endLooking(): void
  /** Begins to bundle what the settings ask for. */
  onSettings(settings: Record<string, unknown>): void
  /** The bundle, once there are settings. */
  bundled(): Promise<Bundle>
}

/** @param site the site's folder. @param folder the output, which is replaced. */
export async function startBuild(site: string, folder: string): Promise<StartedBuild> {
  const started = performance.now()
  // First, so that a lost output comes back even when this site cannot be built.
  await recoverFolder(folder)
  process.env.NODE_ENV = 'production'
  const engine = hashSources(root)
  const cache = new BuildCache(cacheRoot, site, folder, engine)
  await cache.prepare()
  const lastSources = await cache.readSources()
  // Beside everything else: a large output takes as long to look at as a large site to read.
  const scanner = createScanner(lastSources?.pages ?? 0)
  scanner.begin(folder)
  let bundling: Promise<Bundle> | undefined
  return {
    started,
    engine,
    cache,
    lastSources,
    look() {
      const [out, spare] = [folder, cache.spare].map(
        async (each) => new FoundFiles(await scanner.scan(each)),
      ) as [Promise<FoundFiles>, Promise<FoundFiles>]
      // Told where it is waited for.
      const end = () => scanner.end()
      out.catch(() => {})
      spare.then(end, end)
      return { out, spare }
    },
    isAsWritten: (files) => scanner.holds(folder, files),
    endLooking: () => scanner.end(),
    onSettings({ application }) {
      // Beside the reading of what is left. What goes wrong in it is told when it is asked for.
      bundling = bundle(root, { application: application !== false, hash: engine })
      bundling.catch(() => {})
    },
    bundled: () => bundling!,
  }
}
