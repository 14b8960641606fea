/**
 * The one place where the visitor's location is kept: every block that asks is told the same, and the browser is asked once.
 * Without React: it comes with a page that asks on arrival, before the application is there, and the application goes on with it.
 */
import {
  judgePosition,
  readPlaceNames,
  type KnownLocation,
  type ServiceArea,
  type VisitorLocation,
} from './service-area.ts'
import { keepForVisit, recallFromVisit } from './visit-storage.ts'

const refusalKey = 'signpost.location-refused'
/** How long the browser may look, and the service that names places may take. Milliseconds. */
const patience = 5000
/** A position of up to this age will do. Milliseconds. */
const maximumAge = 300_000

let current: VisitorLocation = { status: 'idle' }
let asked = false
const listeners = new Set<() => void>()

/** What is known of the visitor's location, without asking. */
export const knownLocation = (): VisitorLocation => current

function set(next: VisitorLocation): void {
  current = next
  for (const listener of listeners) listener()
}

/** @returns stops telling. */
export function onLocation(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The visitor reads that the location is unknown; why it is, is for whoever looks after the site. */
const log = (reason: unknown) => console.warn('Failed to get location', reason)

/** @param again whether it may go better when it is tried again. A refusal holds for the visit: nobody is asked twice. */
function giveUp(reason: unknown, again = false): void {
  log(reason)
  asked = !again
  set({ status: 'unknown', again })
}

/** Asks the browser where the visitor is, once a visit. */
export function detectLocation(area: ServiceArea): void {
  if (asked) return
  asked = true
  if (recallFromVisit(refusalKey) !== null) return set({ status: 'unknown' })
  set({ status: 'detecting' })
  // The browser's own clock does not run while it asks for permission, and a visitor may never answer.
  const timer = setTimeout(() => giveUp('There is no answer.', true), patience * 2)
  const onPosition = ({ coords }: GeolocationPosition) => {
    const found = judgePosition({ latitude: coords.latitude, longitude: coords.longitude }, area)
    if (!found) return giveUp('The position is no place on earth.')
    // It may come after the patience is over.
    asked = true
    set(found)
    if (area.endpoint !== undefined) void nameThePlace(found, area.endpoint)
  }
  const onError = ({ code, message, PERMISSION_DENIED }: GeolocationPositionError) => {
    if (code === PERMISSION_DENIED) keepForVisit(refusalKey, '1')
    giveUp(message, code !== PERMISSION_DENIED)
  }
  /** Whatever a broken browser hands over, the page stays complete. */
  const guard =
    <T>(handle: (value: T) => void) =>
    (value: T) => {
      clearTimeout(timer)
      try {
        handle(value)
      } catch (error) {
        giveUp(error)
      }
    }
  try {
    navigator.geolocation.getCurrentPosition(guard(onPosition), guard(onError), {
      enableHighAccuracy: false,
      timeout: patience,
      maximumAge,
    })
  } catch (error) {
    // A browser that has no such thing ends here, too.
    clearTimeout(timer)
    giveUp(error)
  }
}

/** Without names the page is complete: it says the distance alone. */
async function nameThePlace(found: KnownLocation, endpoint: string): Promise<void> {
  try {
    const url = new URL(endpoint, location.href)
    url.searchParams.set('lat', String(found.position.latitude))
    url.searchParams.set('lon', String(found.position.longitude))
    url.searchParams.set('format', 'json')
    const response = await fetch(url, { signal: AbortSignal.timeout(patience) })
    if (!response.ok) throw new Error(`${url.origin} answers ${response.status}`)
    set({ ...found, ...readPlaceNames(await response.json()) })
  } catch (error) {
    log(error)
  }
}
