import type { MapDrawing } from '../../schema/page-data.ts'
import type { Coordinates } from '../shared/location/great-circle.ts'

/** A place on the drawing; `turn`, in degrees clockwise from the east, only at the edge, for what lies beyond it. */
export type MapPoint = { x: number; y: number; distance: number; turn?: number }

/**
 * The azimuthal equidistant projection, as the build draws with it, so that a place known in the browser alone can be added.
 * https://en.wikipedia.org/wiki/Azimuthal_equidistant_projection
 */
export function projectPosition(
  { latitude, longitude }: Coordinates,
  { projection, side, inset }: Pick<MapDrawing, 'projection' | 'side' | 'inset'>,
): MapPoint {
  const { center, scale, earthRadius } = projection
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const [phi, phi0, lambda] = [
    radians(latitude),
    radians(projection.latitude),
    radians(longitude - projection.longitude),
  ]
  const east = Math.cos(phi) * Math.sin(lambda)
  const north = Math.cos(phi0) * Math.sin(phi) - Math.sin(phi0) * Math.cos(phi) * Math.cos(lambda)
  // Unlike acos, atan2 keeps its precision close to the center.
  const angle = Math.atan2(
    Math.hypot(east, north),
    Math.sin(phi0) * Math.sin(phi) + Math.cos(phi0) * Math.cos(phi) * Math.cos(lambda),
  )
  const bearing = Math.atan2(-north, east)
  const distance = angle * earthRadius
  const [dx, dy] = [distance * scale * Math.cos(bearing), distance * scale * Math.sin(bearing)]
  const maxOffset = Math.max(Math.abs(dx), Math.abs(dy))
  if (maxOffset <= side - center - inset) return { x: center + dx, y: center + dy, distance }
  const clampRatio = (side - center - inset) / maxOffset
  return {
    x: center + dx * clampRatio,
    y: center + dy * clampRatio,
    distance,
    turn: Math.round((bearing * 180) / Math.PI),
  }
}
