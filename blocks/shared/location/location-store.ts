/**
 * The shared store for the visitor's location: all blocks read the same state, and the browser
 * detects the location only once. It does not use React, so that an eager script can use it before
 * the application loads; the application then continues with the same state.
 */
import {
  classifyPosition,
  parseGeocoderAnswer,
  type KnownLocation,
  type ServiceArea,
  type VisitorLocation,
} from './service-area.ts'

/** Timeout for the browser's geolocation and for the reverse geocoder, in milliseconds. */
const detectionTimeoutMs = 5000
/** The maximum age of a cached position, in milliseconds. */
const maximumAge = 300_000

let currentLocation: VisitorLocation = { status: 'idle' }
let hasStarted = false
const locationListeners = new Set<() => void>()

/** Returns the current state without starting detection. */
export const getKnownLocation = (): VisitorLocation => currentLocation

export function setLocation(next: VisitorLocation): void {
  currentLocation = next
  for (const listener of locationListeners) listener()
}

/** @returns a function that unsubscribes the listener */
export function subscribeToLocation(listener: () => void): () => void {
  locationListeners.add(listener)
  return () => locationListeners.delete(listener)
}

/** The page shows only that the location is unknown; the reason is for the site's developers. */
const logDetectionFailure = (reason: unknown) => console.warn('Failed to get location', reason)

/**
 * Sets the location to unknown.
 * @param canRetry whether another attempt may succeed. After a denied permission it cannot.
 */
function failDetection(reason: unknown, canRetry = false): void {
  logDetectionFailure(reason)
  hasStarted = !canRetry
  setLocation({ status: 'unknown', canRetry })
}

/**
 * Detects the location if the browser can do so without a permission prompt. If the visitor has
 * denied permission earlier, the location is unknown.
 */
export async function detectWithoutAsking(area: ServiceArea): Promise<void> {
  const { permissions } = navigator
  const { state } = (await permissions?.query({ name: 'geolocation' })) ?? { state: 'prompt' }
  if (state !== 'prompt') detectLocation(area)
}

/**
 * Detects the visitor's location, at most once per document. The browser may show a permission
 * prompt.
 */
export function detectLocation(area: ServiceArea): void {
  if (hasStarted) return
  hasStarted = true
  setLocation({ status: 'detecting' })
  // The browser's own timeout does not run during the permission prompt, which the visitor may
  // never answer.
  const timer = setTimeout(() => failDetection('There is no answer.', true), detectionTimeoutMs * 2)
  const onPosition = ({ coords }: GeolocationPosition) => {
    const located = classifyPosition(
      { latitude: coords.latitude, longitude: coords.longitude },
      area,
    )
    if (!located) return failDetection('The position is no place on earth.')
    // The position may arrive after the timeout, which has allowed a retry.
    hasStarted = true
    setLocation(located)
    if (area.endpoint !== undefined) void reverseGeocode(located, area.endpoint)
  }
  const onError = ({ code, message, PERMISSION_DENIED }: GeolocationPositionError) =>
    failDetection(message, code !== PERMISSION_DENIED)
  /** Keeps the page usable even if the browser passes a malformed position. */
  const catchErrors =
    <T>(handle: (value: T) => void) =>
    (value: T) => {
      clearTimeout(timer)
      try {
        handle(value)
      } catch (error) {
        failDetection(error)
      }
    }
  try {
    navigator.geolocation.getCurrentPosition(catchErrors(onPosition), catchErrors(onError), {
      enableHighAccuracy: false,
      timeout: detectionTimeoutMs,
      maximumAge,
    })
  } catch (error) {
    // Also reached in browsers without geolocation.
    clearTimeout(timer)
    failDetection(error)
  }
}

/** Adds the city and state to the location. If this fails, the page shows the distance only. */
async function reverseGeocode(located: KnownLocation, endpoint: string): Promise<void> {
  try {
    const url = new URL(endpoint, location.href)
    url.searchParams.set('lat', String(located.position.latitude))
    url.searchParams.set('lon', String(located.position.longitude))
    url.searchParams.set('format', 'json')
    const response = await fetch(url, { signal: AbortSignal.timeout(detectionTimeoutMs) })
    if (!response.ok) throw new Error(`${url.origin} answers ${response.status}`)
    setLocation({ ...located, ...parseGeocoderAnswer(await response.json()) })
  } catch (error) {
    logDetectionFailure(error)
  }
}
