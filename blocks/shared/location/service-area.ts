import type { ServiceArea } from '../../../schema/types.gen.ts'
import { calculateGreatCircleMiles, type Coordinates } from './great-circle.ts'

export type { ServiceArea }

export type KnownLocation = {
  status: 'inside' | 'outside'
  position: Coordinates
  miles: number
  city?: string
  state?: string
}
/** What is known of where the visitor is. */
export type VisitorLocation =
  | { status: 'idle' | 'detecting' }
  /** `again`: asking once more may help. */
  | { status: 'unknown'; canRetry?: boolean }
  | KnownLocation

/** Less than the arithmetic of floating point loses at the edge of the circle. Miles. */
const toleranceMiles = 1e-6

/**
 * Inside or outside is decided by the exact distance; the whole miles are for people.
 * @returns undefined for what is no position on earth.
 */
export function classifyPosition(
  position: Coordinates,
  area: ServiceArea,
): KnownLocation | undefined {
  const exact = calculateGreatCircleMiles(area, position)
  if (
    !Number.isFinite(exact) ||
    Math.abs(position.latitude) > 90 ||
    Math.abs(position.longitude) > 180
  )
    return undefined
  return {
    status: exact <= area.radius + toleranceMiles ? 'inside' : 'outside',
    position,
    miles: Math.round(exact),
  }
}

/** What a reverse geocoder says of a place; anything that is not as expected is left out. */
export function parseGeocoderAnswer(answer: unknown): { city?: string; state?: string } {
  const address = (answer as { address?: unknown } | null)?.address as
    | Record<string, unknown>
    | null
    | undefined
  const text = (value: unknown) =>
    typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
  return { city: text(address?.city) ?? text(address?.town), state: text(address?.state) }
}
