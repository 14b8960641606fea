import { availableParallelism } from 'node:os'
import { hasThreads, startWorker } from '../prerender/workers/start-worker.ts'
import type { RenderedImage } from './render-share-image.ts'
import type { ShareCard } from './share-card.ts'

/** Renders share images, one after another. */
type ShareImageThread = {
  render(card: ShareCard): Promise<RenderedImage>
  end(): void
}

let current: ShareImageThread | undefined

/** @returns the thread that has been started, if any. */
export const getShareImageThread = (): ShareImageThread | undefined => current

/**
 * Runs a function while a thread loads the renderer of share images: that takes longer than to
 * render one. Images that are drawn meanwhile are rendered in the thread.
 */
export async function withShareImageThread<T>(run: () => Promise<T>): Promise<T> {
  if (!hasThreads || availableParallelism() < 2) return run()
  current = startThread()
  try {
    return await run()
  } finally {
    current.end()
    current = undefined
  }
}

function startThread(): ShareImageThread {
  const worker = startWorker('share-image-worker')
  const waiting: { resolve(image: RenderedImage): void; reject(error: Error): void }[] = []
  worker.on('message', (image: RenderedImage) => waiting.shift()!.resolve(image))
  let failure: Error | undefined
  const fail = (error: Error) => {
    failure = error
    for (const { reject } of waiting.splice(0)) reject(error)
  }
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('The thread that renders share images has ended.')))
  return {
    render: (card) =>
      new Promise((resolve, reject) => {
        if (failure) return reject(failure)
        waiting.push({ resolve, reject })
        worker.postMessage(card)
      }),
    end: () => void worker.terminate(),
  }
}
