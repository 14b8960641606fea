/** Comes with a page that speaks of the visitor's location, so that it is asked and answered without the application. */
import { getKnownLocation, subscribeToLocation } from '../location/location-store.ts'
import {
  requestLocation,
  showAndDetectLocation,
  findAreaElements,
  showLocation,
} from '../location/show-location.ts'

const { found: followUpScriptUrl } = document.documentElement.dataset

subscribeToLocation(() => {
  findAreaElements().forEach(showLocation)
  // Other blocks show a place that is known, and need a script of theirs for it.
  if (followUpScriptUrl !== undefined && 'miles' in getKnownLocation())
    void import(/* @vite-ignore */ followUpScriptUrl)
})

addEventListener('click', ({ target }) => {
  const frame = (target as Element).closest('.detect-button')?.closest<HTMLElement>('[data-area]')
  if (frame) requestLocation(frame)
})

// Not before the page can be seen. A tab in the background is not painted, and asks when it is looked at.
new PerformanceObserver(() => findAreaElements().forEach(showAndDetectLocation)).observe({
  type: 'paint',
  buffered: true,
})
