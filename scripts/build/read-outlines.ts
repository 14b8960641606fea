import type { Problem } from '../../schema/problem.ts'
import { Refusal } from '../options.ts'
import type { KnownOutlines } from './known-outlines.ts'
import { toPartSource, type PartSource, type ReadPart } from './read-parts.ts'

/** Reads of each file what the rest of the site needs of it, and no pages. */
export const outlineReader =
  (outlines: KnownOutlines): ReadPart =>
  async (path, file) => {
    const outline = outlines.read(path, file)
    if (outline instanceof Error) return outline
    const { part, state, bounds } = outline
    return { ...toPartSource(part), state, bounds }
  }

/**
 * Reads whole, and validates, the files that hold a shard's own pages, and those that all pages depend on: the first one, with
 * the settings, and every one without pages.
 * @param sources outlines; each that is read whole is completed where it is. @returns what is wrong in them.
 */
export async function readOwn(
  sources: PartSource[],
  own: Set<string>,
  read: ReadPart,
): Promise<Problem[]> {
  const found = await Promise.all(
    sources.map(async (source, index): Promise<Problem[]> => {
      const routes = listRoutes(source)
      if (index > 0 && routes.length > 0 && !routes.some((route) => own.has(route))) return []
      const whole = await read(source.part.path, source.file, source)
      if (whole instanceof Error || whole.part.hash !== source.part.hash)
        throw new Refusal(
          `${source.file} was changed while the site was being read. Run the command again.`,
        )
      source.part = whole.part
      source.pages = whole.pages.filter(([route]) => own.has(route))
      source.records = whole.records
      source.isNew = whole.isNew
      source.isUnchecked = whole.isUnchecked
      source.state = whole.state
      source.bounds = whole.bounds
      return whole.problems
    }),
  )
  return found.flat()
}

function listRoutes({ value }: PartSource): string[] {
  const { pages } = (value ?? {}) as { pages?: unknown }
  return typeof pages === 'object' && pages !== null ? Object.keys(pages) : []
}
