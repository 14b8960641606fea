/**
 * The one place where the visitor's location is kept: every block that asks is told the same, and the browser is asked once.
 * Without React: it comes with a page that asks on arrival, before the application is there, and the application goes on with it.
 */
import {
  classifyPosition,
  parseGeocoderAnswer,
  type KnownLocation,
  type ServiceArea,
  type VisitorLocation,
} from './service-area.ts'
import { writeVisitItem, readVisitItem } from '../visit/visit-storage.ts'

const permissionDeniedKey = 'signpost.location-refused'
/** How long the browser may look, and the service that names places may take. Milliseconds. */
const detectionTimeoutMs = 5000
/** A position of up to this age will do. Milliseconds. */
const maximumAge = 300_000

let currentLocation: VisitorLocation = { status: 'idle' }
let hasAsked = false
const locationListeners = new Set<() => void>()

/** What is known of the visitor's location, without asking. */
export const getKnownLocation = (): VisitorLocation => currentLocation

function setLocation(next: VisitorLocation): void {
  currentLocation = next
  for (const listener of locationListeners) listener()
}

/** @returns stops telling. */
export function subscribeToLocation(listener: () => void): () => void {
  locationListeners.add(listener)
  return () => locationListeners.delete(listener)
}

/** The visitor reads that the location is unknown; why it is, is for whoever looks after the site. */
const logDetectionFailure = (reason: unknown) => console.warn('Failed to get location', reason)

/** @param canRetry whether it may go better when it is tried again. A refusal holds for the visit: nobody is asked twice. */
function failDetection(reason: unknown, canRetry = false): void {
  logDetectionFailure(reason)
  hasAsked = !canRetry
  setLocation({ status: 'unknown', canRetry })
}

/** Asks the browser where the visitor is, once a visit. */
export function detectLocation(area: ServiceArea): void {
  if (hasAsked) return
  hasAsked = true
  if (readVisitItem(permissionDeniedKey) !== null) return setLocation({ status: 'unknown' })
  setLocation({ status: 'detecting' })
  // The browser's own clock does not run while it asks for permission, and a visitor may never answer.
  const timer = setTimeout(() => failDetection('There is no answer.', true), detectionTimeoutMs * 2)
  const onPosition = ({ coords }: GeolocationPosition) => {
    const found = classifyPosition({ latitude: coords.latitude, longitude: coords.longitude }, area)
    if (!found) return failDetection('The position is no place on earth.')
    // It may come after the patience is over.
    hasAsked = true
    setLocation(found)
    if (area.endpoint !== undefined) void reverseGeocode(found, area.endpoint)
  }
  const onError = ({ code, message, PERMISSION_DENIED }: GeolocationPositionError) => {
    if (code === PERMISSION_DENIED) writeVisitItem(permissionDeniedKey, '1')
    failDetection(message, code !== PERMISSION_DENIED)
  }
  /** Whatever a broken browser hands over, the page stays complete. */
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
    // A browser that has no such thing ends here, too.
    clearTimeout(timer)
    failDetection(error)
  }
}

/** Without names the page is complete: it says the distance alone. */
async function reverseGeocode(found: KnownLocation, endpoint: string): Promise<void> {
  try {
    const url = new URL(endpoint, location.href)
    url.searchParams.set('lat', String(found.position.latitude))
    url.searchParams.set('lon', String(found.position.longitude))
    url.searchParams.set('format', 'json')
    const response = await fetch(url, { signal: AbortSignal.timeout(detectionTimeoutMs) })
    if (!response.ok) throw new Error(`${url.origin} answers ${response.status}`)
    setLocation({ ...found, ...parseGeocoderAnswer(await response.json()) })
  } catch (error) {
    logDetectionFailure(error)
  }
}
