import { geoAzimuthalEquidistant, geoDistance, type GeoProjection } from 'd3-geo'
import { formatReading } from '../resolve/facts.ts'
import type { MapArea, MapDrawing, MapMark } from '../page-data.ts'
import type { MapTown } from '../types.gen.ts'
import { drawCountyLines } from './draw-county-lines.ts'
import {
  measureLabelBox,
  placeLabel,
  listLabelPositions,
  type LabelBox,
  type LabelPosition,
} from './place-labels.ts'

/** Radius of the earth: the miles are those of the specification. */
export const earthRadius = { miles: 3959, km: 6371 }

const mapSide = 400
const mapCenter = mapSide / 2
/** Of the circle that is served, in units of the drawing: what is left around it has room for names and arrows. */
const serviceRadius = 172
/** How far arrows to what lies outside stand from the edge. */
const arrowInset = 12
const labelFrame: LabelBox = { left: 4, top: 4, right: mapSide - 4, bottom: mapSide - 4 }
const northArrowBox: LabelBox = { left: mapSide - 32, top: 0, right: mapSide, bottom: 44 }

/**
 * The map of an area: the circle that is served, its half, the towns with their names, and the lines between counties where they are
 * known. The projection is azimuthal and equidistant, so that from the center every distance and direction is true, the circle is
 * the geodesic one, and the browser needs one short formula to add a point.
 */
export function drawMap(area: MapArea, towns: MapTown[], language: string): MapDrawing {
  const { latitude, longitude, radius, unit } = area
  const scale = serviceRadius / radius
  const projection = geoAzimuthalEquidistant()
    .rotate([-longitude, -latitude])
    .translate([mapCenter, mapCenter])
    .scale(scale * earthRadius[unit])
    .precision(0)
  const measure = (length: number) => formatReading({ unit }, { value: length }, language).text
  const distanceTo = (town: MapTown) =>
    geoDistance([longitude, latitude], [town.longitude, town.latitude]) * earthRadius[unit]
  const length = chooseScaleBarLength(radius)
  const bar = {
    x: mapSide - 16,
    y: mapSide - 14,
    length: roundToTenth(length * scale),
    text: measure(length),
  }
  const barBox = {
    left: bar.x - Math.max(bar.length, bar.text.length * 8),
    top: bar.y - 20,
    right: mapSide,
    bottom: mapSide,
  }

  const points = towns.map((town) => positionTown(town, projection, distanceTo(town), radius))
  const dots = points.map(({ x, y }) => ({ left: x - 6, right: x + 6, top: y - 6, bottom: y + 6 }))
  const taken = [...dots, barBox, northArrowBox]
  const put = (text: string, places: LabelPosition[], own?: LabelBox): LabelPosition => {
    const label = placeLabel(
      text,
      places,
      taken.filter((box) => box !== own),
      labelFrame,
    )
    taken.push(measureLabelBox(text, label))
    return { x: roundToTenth(label.x), y: roundToTenth(label.y), anchor: label.anchor }
  }
  const marks = points.map(({ town, distance, ...point }, index): MapMark => {
    const { name, href } = town
    const text =
      point.where === 'center' ? undefined : (town.distance?.text ?? measure(Math.round(distance)))
    const label = put(
      name,
      listLabelPositions(point.x, point.y, point.turn === undefined ? 8 : 11),
      dots[index],
    )
    return { name, ...(href && { href }), ...(text && { distance: text }), ...point, label }
  })
  const rings = [radius / 2, radius].map((length) => {
    const text = measure(length)
    return {
      radius: roundToTenth(length * scale),
      text,
      label: put(text, listRingLabelPositions(length * scale)),
    }
  })
  return {
    side: mapSide,
    projection: {
      latitude,
      longitude,
      center: mapCenter,
      scale,
      earthRadius: earthRadius[unit],
      unit,
    },
    inset: arrowInset,
    ...drawCountyLines(
      projection.clipExtent([
        [0, 0],
        [mapSide, mapSide],
      ]),
      computeGeoBounds(area),
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

type TownPoint = { town: MapTown; distance: number } & Pick<MapMark, 'x' | 'y' | 'where' | 'turn'>

/** A town beyond the edge becomes an arrow that points to it. A town is no point, so whole miles decide whether it is beyond the circle. */
function positionTown(
  town: MapTown,
  projection: GeoProjection,
  distance: number,
  radius: number,
): TownPoint {
  const [x, y] = projection([town.longitude, town.latitude])!
  const where =
    distance < radius / 100 ? 'center' : Math.round(distance) > radius ? 'beyond' : 'inside'
  const reach = Math.max(Math.abs(x - mapCenter), Math.abs(y - mapCenter))
  if (reach <= mapCenter - arrowInset / 2)
    return { town, distance, where, x: roundToTenth(x), y: roundToTenth(y) }
  const share = (mapCenter - arrowInset) / reach
  const turn = Math.round((Math.atan2(y - mapCenter, x - mapCenter) * 180) / Math.PI)
  return {
    town,
    distance,
    where,
    x: roundToTenth(mapCenter + (x - mapCenter) * share),
    y: roundToTenth(mapCenter + (y - mapCenter) * share),
    turn,
  }
}

/** On the ring, from the north-east clockwise: where maps are emptiest differs, so all around. */
function listRingLabelPositions(radius: number): LabelPosition[] {
  return Array.from({ length: 24 }, (_, step) => {
    const angle = ((step * 15 - 45) * Math.PI) / 180
    return {
      x: mapCenter + radius * Math.cos(angle),
      y: mapCenter + radius * Math.sin(angle) + 5,
      anchor: 'middle' as const,
    }
  })
}

/** The longest of the usual round lengths that is at most a third of the radius. */
function chooseScaleBarLength(radius: number): number {
  const power = 10 ** Math.floor(Math.log10(radius / 3))
  return [5, 2, 1].map((factor) => factor * power).find((length) => length <= radius / 3)!
}

/** What the drawing may show, in degrees, generously. */
function computeGeoBounds({ latitude, longitude, radius, unit }: MapArea) {
  const degrees = ((radius * 1.25) / earthRadius[unit]) * (180 / Math.PI)
  const across = degrees / Math.max(0.1, Math.cos((latitude * Math.PI) / 180))
  return {
    west: longitude - across,
    east: longitude + across,
    south: latitude - degrees,
    north: latitude + degrees,
  }
}

const roundToTenth = (n: number) => Math.round(n * 10) / 10
