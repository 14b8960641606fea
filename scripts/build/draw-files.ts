import { pruneCache } from '../../schema/file-cache.ts'
import { drawnSorts, type DrawnFile } from '../images/site-images.ts'
import type { SiteOutput } from './site-output.ts'

/**
 * Draws what is not there yet and not kept from an earlier build: icons, pictures in their widths, share pictures.
 * @returns how many had to be drawn.
 */
export async function drawFiles(
  list: (onDraw: () => void) => DrawnFile[],
  files: SiteOutput,
): Promise<number> {
  let drawn = 0
  const missing = list(() => drawn++).filter(({ path }) => !files.has(path))
  await inParallel(missing, async ({ path, draw }) => files.put(path, await draw()))
  for (const sort of drawnSorts) await pruneCache(sort)
  return drawn
}

/**
 * A few at a time: while one is laid out, another is compressed in a thread of its own, and no more than these are in memory.
 * @throws what one of them throws, when none is under way any more: nothing is written after that.
 */
async function inParallel<T>(
  items: T[],
  task: (item: T) => Promise<void>,
  count = 3,
): Promise<void> {
  const queue = items.values()
  const errors: unknown[] = []
  const work = async () => {
    for (const item of queue) {
      if (errors.length > 0) return
      await task(item).catch((error: unknown) => errors.push(error))
    }
  }
  await Promise.all(Array.from({ length: count }, work))
  if (errors.length > 0) throw errors[0]
}
