import type { MapDrawing } from '../../schema/page-data.ts'
import type { Coordinates } from '../shared/location/great-circle.ts'

/**
 * A point on the drawing. `distance` from the center is in the map's unit. A location beyond the
 * edge is a point on the edge, with its direction in `turn`: degrees clockwise from east.
 */
type MapPoint = { x: number; y: number; distance: number; turn?: number }

/**
 * Projects a position onto the map, with the same azimuthal equidistant projection as the build, so
 * that the browser can add the visitor's location.
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
  // Unlike acos, atan2 stays precise close to the center.
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
