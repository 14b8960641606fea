/** A position in decimal degrees. */
export type Coordinates = { latitude: number; longitude: number }

/** The radius of the earth in miles. */
const earthRadiusMiles = 3959

/** Calculates the great-circle distance between two positions in miles (haversine formula). */
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
