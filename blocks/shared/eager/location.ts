/**
 * Eager script for pages that show the visitor's location. It detects and shows the location
 * without loading the application.
 */
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
  // Other blocks on the page also show a known location, and have their own script for it.
  if (followUpScriptUrl !== undefined && 'miles' in getKnownLocation())
    void import(/* @vite-ignore */ followUpScriptUrl)
})

addEventListener('click', ({ target }) => {
  const frame = (target as Element).closest('.detect-button')?.closest<HTMLElement>('[data-area]')
  if (frame) requestLocation(frame)
})

// Wait for the first paint. A background tab is not painted, so it detects the location only once
// the visitor opens it.
new PerformanceObserver(() => findAreaElements().forEach(showAndDetectLocation)).observe({
  type: 'paint',
  buffered: true,
})
