import { pruneCache } from '../../schema/file-cache.ts'
import { drawnSorts, type DrawnFile } from '../images/site-images.ts'
import type { SiteOutput } from './site-output.ts'

/**
 * Draws what is not there yet and not kept from an earlier build: icons, pictures in their widths, share pictures.
 * @returns how many had to be drawn.
 */
export async function drawFiles(list: (onDraw: () => void) => DrawnFile[], files: SiteOutput): Promise<number> {
  let drawn = 0
  const missing = list(() => drawn++).filter(({ path }) => !files.has(path))
  await inParallel(missing, async ({ path, draw }) => files.put(path, await draw()))
  for (const sort of drawnSorts) await pruneCache(sort)
  return drawn
}

/**
 * A few at a time: while one is laid out, another is compressed in a thread of its own, and no more than these are in memory.
 */
async function inParallel<T>(items: T[], task: (item: T) => Promise<void>, count = 3): Promise<void> {
  const queue = items.values()
  const work = async () => {
    for (const item of queue) await task(item)
  }
  await Promise.all(Array.from({ length: count }, work))
}
