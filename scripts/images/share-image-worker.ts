/** A thread that renders share images in the order of the requests. */
import { parentPort } from 'node:worker_threads'
import { loadResvg } from './load-resvg.ts'
import { loadTextLayout } from './load-text-layout.ts'
import { renderShareImage } from './render-share-image.ts'
import type { ShareCard } from './share-card.ts'

async function preload(): Promise<void> {
  const { loadFonts } = await loadTextLayout()
  loadResvg()
  await loadFonts()
}

let lastTask = preload()

parentPort!.on('message', (card: ShareCard) => {
  lastTask = lastTask.then(async () => {
    const { pixels, width, height } = await renderShareImage(card)
    const copy = new Uint8Array(pixels)
    parentPort!.postMessage({ pixels: copy, width, height }, [copy.buffer])
  })
})
