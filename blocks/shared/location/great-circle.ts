export type Coordinates = { latitude: number; longitude: number }

/** The earth's radius in miles, as the specification gives it. */
const earthRadiusMiles = 3959

/** The distance between two places along the great circle, in miles, by the haversine formula. */
export function calculateGreatCircleMiles(from: Coordinates, to: Coordinates): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const haversine = (a: number, b: number) => Math.sin(radians(b - a) / 2) ** 2
  const h =
    haversine(from.latitude, to.latitude) +
    Math.cos(radians(from.latitude)) *
      Math.cos(radians(to.latitude)) *
      haversine(from.longitude, to.longitude)
  return 2 * earthRadiusMiles * Math.asin(Math.sqrt(h))
}
