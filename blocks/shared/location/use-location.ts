import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { getKnownLocation, subscribeToLocation } from './location-store.ts'
import type { ServiceArea, VisitorLocation } from './service-area.ts'
import { showAndDetectLocation } from './show-location.ts'

const idleLocation: VisitorLocation = { status: 'idle' }

/** Returns the current location without detecting it; idle on the server and at hydration. */
export function useKnownLocation(): VisitorLocation {
  return useSyncExternalStore(subscribeToLocation, getKnownLocation, () => idleLocation)
}

/**
 * Returns the props for the outer element of a block that depends on the visitor's location. React
 * never updates its content: `show-location.ts` does, before and after hydration.
 */
export function useServiceArea(area: ServiceArea | undefined) {
  const frame = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (area) showAndDetectLocation(frame.current!)
  }, [area])
  return { ref: frame, 'data-area': area && JSON.stringify(area) }
}
