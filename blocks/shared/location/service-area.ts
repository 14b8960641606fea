import type { ServiceArea } from '../../../schema/types.gen.ts'
import { calculateGreatCircleMiles, type Coordinates } from './great-circle.ts'

export type { ServiceArea }

/** A detected location, relative to the service area. */
export type KnownLocation = {
  status: 'inside' | 'outside'
  position: Coordinates
  /** Whole miles from the center of the area. */
  miles: number
  city?: string
  state?: string
}
/** The state of location detection. */
export type VisitorLocation =
  | { status: 'idle' | 'detecting' }
  /** `canRetry`: another attempt may succeed. */
  | { status: 'unknown'; canRetry?: boolean }
  | KnownLocation

/** Tolerance for floating-point error at the edge of the area, in miles. */
const toleranceMiles = 1e-6

/**
 * Determines whether a position is inside the area, from the exact distance; the rounded miles are
 * for display only.
 * @returns undefined if the coordinates are not a valid position
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

/** Extracts city and state from a reverse geocoder's response, ignoring unexpected values. */
export function parseGeocoderAnswer(answer: unknown): { city?: string; state?: string } {
  const address = (answer as { address?: unknown } | null)?.address as
    | Record<string, unknown>
    | null
    | undefined
  const text = (value: unknown) =>
    typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
  return { city: text(address?.city) ?? text(address?.town), state: text(address?.state) }
}
