/** Comes with a page that speaks of the visitor's location, so that it is asked and answered without the application. */
import { knownLocation, onLocation } from '../location-store.ts'
import { askFor, attendTo, frames, showLocation } from '../show-location.ts'

const { found } = document.documentElement.dataset

onLocation(() => {
  frames().forEach(showLocation)
  // Other blocks show a place that is known, and need a script of theirs for it.
  if (found !== undefined && 'miles' in knownLocation()) void import(/* @vite-ignore */ found)
})

addEventListener('click', ({ target }) => {
  const frame = (target as Element).closest('.detect-button')?.closest<HTMLElement>('[data-area]')
  if (frame) askFor(frame)
})

// Not before the page can be seen. A tab in the background is not painted, and asks when it is looked at.
new PerformanceObserver(() => frames().forEach(attendTo)).observe({ type: 'paint', buffered: true })
