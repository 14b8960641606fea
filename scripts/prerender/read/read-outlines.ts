import { UserError } from '../../shared/user-error.ts'
import type { OutlineCache } from './outline-cache.ts'
import { toLoadedSource } from './read-sources.ts'
import type { LoadedSource, SourceReader } from './loaded-source.ts'
import type { Problem } from '../../../schema/problems/types.ts'

/** Creates a reader of only those data of a file that other files depend on, without its pages. */
export const createOutlineReader =
  (outlines: OutlineCache): SourceReader =>
  async (path, file) => {
    const outline = outlines.read(path, file)
    if (outline instanceof Error) return outline
    const { summary, state, entryOffsets } = outline
    return { ...toLoadedSource(summary), state, entryOffsets }
  }

/**
 * Reads and validates the files that contain pages of a shard, and those that all pages depend on:
 * the first file, which has the settings, and every file without pages.
 * @param sources Outlines. Those of files that are read are completed in place.
 * @returns The problems in these files.
 * @throws UserError if a file was changed since its outline was read.
 */
export async function readShardSources(
  sources: LoadedSource[],
  shardRoutes: Set<string>,
  read: SourceReader,
): Promise<Problem[]> {
  const problems = await Promise.all(
    sources.map(async (source, index): Promise<Problem[]> => {
      const routes = listOutlineRoutes(source)
      if (index > 0 && routes.length > 0 && !routes.some((route) => shardRoutes.has(route)))
        return []
      const whole = await read(source.summary.path, source.file, source)
      if (whole instanceof Error || whole.summary.hash !== source.summary.hash)
        throw new UserError(
          `${source.file} was changed while the site was being read. Run the command again.`,
        )
      source.summary = whole.summary
      source.pages = whole.pages.filter(([route]) => shardRoutes.has(route))
      source.records = whole.records
      source.isNew = whole.isNew
      source.isUnvalidated = whole.isUnvalidated
      source.state = whole.state
      source.entryOffsets = whole.entryOffsets
      return whole.problems
    }),
  )
  return problems.flat()
}

function listOutlineRoutes({ value }: LoadedSource): string[] {
  const { pages } = (value ?? {}) as { pages?: unknown }
  return typeof pages === 'object' && pages !== null ? Object.keys(pages) : []
}
