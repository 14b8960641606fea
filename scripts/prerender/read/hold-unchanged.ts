import { isPictureFile } from '../../../schema/source/read-picture-infos.ts'
import type { WorkerPool } from '../workers/worker-pool.ts'
import { includesPath } from './changed-paths.ts'
import type { LoadedSource } from './loaded-source.ts'
import { toLoadedSource } from './read-sources.ts'
import type { SiteInput } from './site-input.ts'

/** With more changed files than this, all are read again, in parallel. */
const maxRereadFiles = 20

type Reading = {
  /** The site's folder. */
  site: string
  pool: Pick<WorkerPool, 'read'>
}

/**
 * Reads a few changed files again.
 * @returns a function that finds a source by its path, if it need not be read anymore
 */
export async function holdUnchanged(
  last: SiteInput,
  changed: Set<string>,
  reading: Reading,
): Promise<(path: string) => LoadedSource | undefined> {
  const sources = last.sources.filter(({ summary }) => summary.path !== '')
  const changedSources = sources.filter(({ summary }) => includesPath(changed, summary.path))
  const unchanged = sources.filter((source) => !changedSources.includes(source))
  const byPath = new Map(unchanged.map((source) => [source.summary.path, source]))
  if (changedSources.length <= maxRereadFiles)
    for (const source of changedSources) {
      const again = await readAgain(source, last, reading)
      if (again) byPath.set(source.summary.path, again)
    }
  return (path) => byPath.get(path)
}

async function readAgain(
  source: LoadedSource,
  last: SiteInput,
  { site, pool }: Reading,
): Promise<LoadedSource | undefined> {
  const { path, file, hash } = source.summary
  const pictures = [...last.publicFolder.files].filter(isPictureFile)
  const found = await pool.read({ site, path, file, pictures })
  if (!('hash' in found)) return undefined
  return found.hash === hash ? source : toLoadedSource(found, source.records, true)
}
