export type Place = { latitude: number; longitude: number }

/** The earth's radius in miles, as the specification gives it. */
const radius = 3959

/** The distance between two places along the great circle, in miles, by the haversine formula. */
export function greatCircleMiles(from: Place, to: Place): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const half = (a: number, b: number) => Math.sin(radians(b - a) / 2) ** 2
  const h =
    half(from.latitude, to.latitude) +
    Math.cos(radians(from.latitude)) *
      Math.cos(radians(to.latitude)) *
      half(from.longitude, to.longitude)
  return 2 * radius * Math.asin(Math.sqrt(h))
}
