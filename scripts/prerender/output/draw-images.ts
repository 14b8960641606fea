import { runConcurrently } from '../../shared/run-concurrently.ts'
import { FileStore } from '../../../schema/util/file-cache.ts'
import { pruneFonts } from '../../images/fonts.ts'
import { imageCacheNames } from '../../images/site-images.ts'
import type { DerivedFile } from '../../images/derived-file.ts'
import type { SiteOutput } from './site-output.ts'

/**
 * Adds icons, resized pictures and share images that the output does not have yet.
 * @param onDone called after each image that the output did not have
 */
export async function drawMissingImages(
  images: DerivedFile[],
  files: SiteOutput,
  onDone?: (done: number, all: number) => void,
): Promise<void> {
  await drawMissingFiles(images, files, onDone)
  for (const name of imageCacheNames) new FileStore(name).prune()
  await pruneFonts()
}

/** Adds derived files that the output does not have yet. */
export async function drawMissingFiles(
  derived: DerivedFile[],
  files: SiteOutput,
  onDone?: (done: number, all: number) => void,
): Promise<void> {
  const missing = derived.filter(({ path }) => !files.has(path))
  let done = 0
  await runConcurrently(missing, imagesAtOnce, async (file) => {
    await files.draw(file)
    onDone?.(++done, missing.length)
  })
}

/** Enough to lay out one image while libraries compress others in threads. */
const imagesAtOnce = 3
