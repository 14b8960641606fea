import { geoAzimuthalEquidistant, geoDistance, type GeoProjection } from 'd3-geo'
import { printFact } from '../facts.ts'
import type { MapArea, MapDrawing, MapMark } from '../page-data.ts'
import type { MapTown } from '../types.gen.ts'
import { drawCountyLines } from './county-lines.ts'
import { boxOf, placeLabel, placesAround, type Box, type Label } from './place-labels.ts'

/** Radius of the earth: the miles are those of the specification. */
export const earthRadius = { miles: 3959, km: 6371 }

const side = 400
const middle = side / 2
/** Of the circle that is served, in units of the drawing: what is left around it has room for names and arrows. */
const circle = 172
/** How far arrows to what lies outside stand from the edge. */
const inset = 12
const frame: Box = { left: 4, top: 4, right: side - 4, bottom: side - 4 }
const north: Box = { left: side - 32, top: 0, right: side, bottom: 44 }

/**
 * The map of an area: the circle that is served, its half, the towns with their names, and the lines between counties where they are
 * known. The projection is azimuthal and equidistant, so that from the center every distance and direction is true, the circle is
 * the geodesic one, and the browser needs one short formula to add a point.
 */
export function drawMap(area: MapArea, towns: MapTown[], language: string): MapDrawing {
  const { latitude, longitude, radius, unit } = area
  const scale = circle / radius
  const projection = geoAzimuthalEquidistant()
    .rotate([-longitude, -latitude])
    .translate([middle, middle])
    .scale(scale * earthRadius[unit])
    .precision(0)
  const measure = (length: number) => printFact({ unit }, { value: length }, language).text
  const distanceTo = (town: MapTown) =>
    geoDistance([longitude, latitude], [town.longitude, town.latitude]) * earthRadius[unit]
  const length = chooseBar(radius)
  const bar = { x: side - 16, y: side - 14, length: round(length * scale), text: measure(length) }
  const barBox = {
    left: bar.x - Math.max(bar.length, bar.text.length * 8),
    top: bar.y - 20,
    right: side,
    bottom: side,
  }

  const points = towns.map((town) => placeTown(town, projection, distanceTo(town), radius))
  const dots = points.map(({ x, y }) => ({ left: x - 6, right: x + 6, top: y - 6, bottom: y + 6 }))
  const taken = [...dots, barBox, north]
  const put = (text: string, places: Label[], own?: Box): Label => {
    const label = placeLabel(
      text,
      places,
      taken.filter((box) => box !== own),
      frame,
    )
    taken.push(boxOf(text, label))
    return { x: round(label.x), y: round(label.y), anchor: label.anchor }
  }
  const marks = points.map(({ town, distance, ...point }, index): MapMark => {
    const { name, href } = town
    const text =
      point.where === 'center' ? undefined : (town.distance?.text ?? measure(Math.round(distance)))
    const label = put(
      name,
      placesAround(point.x, point.y, point.turn === undefined ? 8 : 11),
      dots[index],
    )
    return { name, ...(href && { href }), ...(text && { distance: text }), ...point, label }
  })
  const rings = [radius / 2, radius].map((length) => {
    const text = measure(length)
    return { radius: round(length * scale), text, label: put(text, placesOnRing(length * scale)) }
  })
  return {
    side,
    projection: {
      latitude,
      longitude,
      center: middle,
      scale,
      earthRadius: earthRadius[unit],
      unit,
    },
    inset,
    ...drawCountyLines(
      projection.clipExtent([
        [0, 0],
        [side, side],
      ]),
      boxAround(area),
    ),
    rings,
    bar,
    marks: marks
      .map((mark, index) => ({
        mark,
        order: towns[index]!.distance?.value ?? points[index]!.distance,
      }))
      .sort((a, b) => a.order - b.order)
      .map(({ mark }) => mark),
  }
}

type Point = { town: MapTown; distance: number } & Pick<MapMark, 'x' | 'y' | 'where' | 'turn'>

/** A town beyond the edge becomes an arrow that points to it. A town is no point, so whole miles decide whether it is beyond the circle. */
function placeTown(
  town: MapTown,
  projection: GeoProjection,
  distance: number,
  radius: number,
): Point {
  const [x, y] = projection([town.longitude, town.latitude])!
  const where =
    distance < radius / 100 ? 'center' : Math.round(distance) > radius ? 'beyond' : 'inside'
  const reach = Math.max(Math.abs(x - middle), Math.abs(y - middle))
  if (reach <= middle - inset / 2) return { town, distance, where, x: round(x), y: round(y) }
  const share = (middle - inset) / reach
  const turn = Math.round((Math.atan2(y - middle, x - middle) * 180) / Math.PI)
  return {
    town,
    distance,
    where,
    x: round(middle + (x - middle) * share),
    y: round(middle + (y - middle) * share),
    turn,
  }
}

/** On the ring, from the north-east clockwise: where maps are emptiest differs, so all around. */
function placesOnRing(radius: number): Label[] {
  return Array.from({ length: 24 }, (_, step) => {
    const angle = ((step * 15 - 45) * Math.PI) / 180
    return {
      x: middle + radius * Math.cos(angle),
      y: middle + radius * Math.sin(angle) + 5,
      anchor: 'middle' as const,
    }
  })
}

/** The longest of the usual round lengths that is at most a third of the radius. */
function chooseBar(radius: number): number {
  const power = 10 ** Math.floor(Math.log10(radius / 3))
  return [5, 2, 1].map((factor) => factor * power).find((length) => length <= radius / 3)!
}

/** What the drawing may show, in degrees, generously. */
function boxAround({ latitude, longitude, radius, unit }: MapArea) {
  const degrees = ((radius * 1.25) / earthRadius[unit]) * (180 / Math.PI)
  const across = degrees / Math.max(0.1, Math.cos((latitude * Math.PI) / 180))
  return {
    west: longitude - across,
    east: longitude + across,
    south: latitude - degrees,
    north: latitude + degrees,
  }
}

const round = (n: number) => Math.round(n * 10) / 10
