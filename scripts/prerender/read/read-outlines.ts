import type { Problem } from '../../../schema/problems/problem.ts'
import { UserError } from '../../shared/run-command.ts'
import type { OutlineCache } from './outline-cache.ts'
import { toLoadedSource, type LoadedSource, type SourceReader } from './read-sources.ts'

/** Reads of each file what the rest of the site needs of it, and no pages. */
export const createOutlineReader =
  (outlines: OutlineCache): SourceReader =>
  async (path, file) => {
    const outline = outlines.read(path, file)
    if (outline instanceof Error) return outline
    const { summary, state, entryOffsets } = outline
    return { ...toLoadedSource(summary), state, entryOffsets }
  }

/**
 * Reads whole, and validates, the files that hold a shard's own pages, and those that all pages depend on: the first one, with
 * the settings, and every one without pages.
 * @param sources outlines; each that is read whole is completed where it is. @returns what is wrong in them.
 */
export async function readShardSources(
  sources: LoadedSource[],
  own: Set<string>,
  read: SourceReader,
): Promise<Problem[]> {
  const found = await Promise.all(
    sources.map(async (source, index): Promise<Problem[]> => {
      const routes = listOutlineRoutes(source)
      if (index > 0 && routes.length > 0 && !routes.some((route) => own.has(route))) return []
      const whole = await read(source.summary.path, source.file, source)
      if (whole instanceof Error || whole.summary.hash !== source.summary.hash)
        throw new UserError(
          `${source.file} was changed while the site was being read. Run the command again.`,
        )
      source.summary = whole.summary
      source.pages = whole.pages.filter(([route]) => own.has(route))
      source.records = whole.records
      source.isNew = whole.isNew
      source.isUnvalidated = whole.isUnvalidated
      source.state = whole.state
      source.entryOffsets = whole.entryOffsets
      return whole.problems
    }),
  )
  return found.flat()
}

function listOutlineRoutes({ value }: LoadedSource): string[] {
  const { pages } = (value ?? {}) as { pages?: unknown }
  return typeof pages === 'object' && pages !== null ? Object.keys(pages) : []
}
