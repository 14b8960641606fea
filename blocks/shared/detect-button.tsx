import { detectLocation } from './location-store.ts'
import type { ServiceArea, VisitorLocation } from './service-area.ts'

/** Asks the browser where the visitor is, where that is not known yet. */
export function DetectButton({ area, location: { status } }: { area: ServiceArea; location: VisitorLocation }) {
  if (status !== 'idle' && status !== 'detecting') return null
  return (
    <button className="button secondary detect-button" type="button" disabled={status === 'detecting'} onClick={() => detectLocation(area)}>
      {area.button ?? 'Use my location'}
    </button>
  )
}
