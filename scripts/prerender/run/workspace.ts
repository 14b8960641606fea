import { join } from 'node:path'
import { getCacheFolder } from '../../../schema/util/cache-folders.ts'
import { BuildCache } from '../cache/build-cache.ts'
import { bundle, hashRenderSources } from '../bundle/bundle.ts'
import type { Bundle } from '../bundle/load-renderer.ts'

export const projectRoot = join(import.meta.dirname, '../../..')

/** Hashes the code and packages that turn a site's entries into documents. */
export const hashSources = (site: string): string => hashRenderSources(projectRoot, site)

/** The build cache of a site for one output folder, made by this version of the code. */
export function openCache(site: string, out: string): BuildCache {
  return new BuildCache(getCacheFolder(), site, out, hashSources(site))
}

/** What a command that writes a folder needs besides the site. */
export type Workspace = {
  /** When the command started, as `performance.now()`. */
  startedAt: number
  out: string
  /** A hash of the code and packages that turn a site's entries into documents. */
  sourceHash: string
  cache: BuildCache
  /** Starts to create the bundle that the site's settings need. */
  startBundle(settings: Record<string, unknown>): void
  /** The bundle, after `startBundle`. @throws what went wrong while bundling. */
  getBundle(): Promise<Bundle>
}

/** @param site the site's folder. @param out the folder that is written */
export function openWorkspace(site: string, out: string): Workspace {
  // React chooses its build by this variable when it is loaded.
  process.env.NODE_ENV = 'production'
  const startedAt = performance.now()
  const sourceHash = hashSources(site)
  let bundling: Promise<Bundle> | undefined
  return {
    startedAt,
    out,
    sourceHash,
    cache: new BuildCache(getCacheFolder(), site, out, sourceHash),
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
  }
}
