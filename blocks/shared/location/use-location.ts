import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { getKnownLocation, subscribeToLocation } from './location-store.ts'
import type { ServiceArea, VisitorLocation } from './service-area.ts'
import { showAndDetectLocation } from './show-location.ts'

const idleLocation: VisitorLocation = { status: 'idle' }

/** What is known of the visitor's location, without asking. On the server and at hydration it is idle. */
export function useKnownLocation(): VisitorLocation {
  return useSyncExternalStore(subscribeToLocation, getKnownLocation, () => idleLocation)
}

/**
 * For the frame of a block that speaks of the visitor's location. What is in it never changes for React: `show-location` shows
 * the answer in the document, before the application is awake and after.
 */
export function useServiceArea(area: ServiceArea | undefined) {
  const frame = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (area) showAndDetectLocation(frame.current!)
  }, [area])
  return { ref: frame, 'data-area': area && JSON.stringify(area) }
}
