import { pruneCache } from '../../../schema/source/file-cache.ts'
import { imageCacheNames, type DerivedFile } from '../../images/site-images.ts'
import type { SiteFiles } from './site-output.ts'

/**
 * Draws what is not there yet and not kept from an earlier build: icons, pictures in their widths, share pictures.
 * @returns how many had to be drawn.
 */
export async function drawMissingImages(
  list: (onDraw: () => void) => DerivedFile[],
  files: SiteFiles,
): Promise<number> {
  let drawn = 0
  const missing = list(() => drawn++).filter(({ path }) => !files.has(path))
  await runConcurrently(missing, async ({ path, draw }) => files.put(path, await draw()))
  for (const sort of imageCacheNames) await pruneCache(sort)
  return drawn
}

/**
 * A few at a time: while one is laid out, another is compressed in a thread of its own, and no more than these are in memory.
 * @throws what one of them throws, when none is under way any more: nothing is written after that.
 */
async function runConcurrently<T>(
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
