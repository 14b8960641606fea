import { geoAzimuthalEquidistant, geoDistance, type GeoProjection } from 'd3-geo'
import { formatReading, type LedgerFact } from '../facts/facts.ts'
import type { MapArea, MapDrawing, MapMark } from '../page-data.ts'
import type { MapLabel } from '../resolved-values.ts'
import type { MapTown } from '../types.gen.ts'
import { drawCountyLines } from './draw-county-lines.ts'
import { measureLabelBox, placeLabel, listLabelPositions, type LabelBox } from './place-labels.ts'

/** Radius of the earth by unit. The value in miles is part of the specification. */
export const earthRadius = { miles: 3959, km: 6371 }

const mapSide = 400
const mapCenter = mapSide / 2
/** Radius of the service area in drawing units. The space around it is for names and arrows. */
const serviceRadius = 172
/** Distance from the edge to the arrows for towns off the map, in drawing units. */
const arrowInset = 12
const labelFrame: LabelBox = { left: 4, top: 4, right: mapSide - 4, bottom: mapSide - 4 }
const northArrowBox: LabelBox = { left: mapSide - 32, top: 0, right: mapSide, bottom: 44 }

/**
 * Draws the map of an area: a ring at its radius and one at half of it, labeled towns, and county
 * and state borders where available. The projection is azimuthal equidistant, so distances and
 * directions from the center are exact, and the browser can add a point with a short formula.
 */
export function drawMap(area: MapArea, towns: MapTown[], language: string): MapDrawing {
  const { latitude, longitude, radius, unit } = area
  const scale = serviceRadius / radius
  const projection = geoAzimuthalEquidistant()
    .rotate([-longitude, -latitude])
    .translate([mapCenter, mapCenter])
    .scale(scale * earthRadius[unit])
    .precision(0)
  const formatDistance = (length: number) =>
    formatReading({ unit }, { value: length }, language).text
  // The text of a fact in the settings is in the site's language, which may not be the page's.
  const describeFact = (fact: MapTown['distance']) =>
    fact?.value === undefined || fact.text.includes('+')
      ? fact?.text
      : formatReading(fact as Pick<LedgerFact, 'unit'>, { value: fact.value }, language).text
  const distanceTo = (town: MapTown) =>
    geoDistance([longitude, latitude], [town.longitude, town.latitude]) * earthRadius[unit]
  const length = chooseScaleBarLength(radius)
  const scaleBar = {
    x: mapSide - 16,
    y: mapSide - 14,
    length: roundToTenth(length * scale),
    text: formatDistance(length),
  }
  const scaleBarBox = {
    left: scaleBar.x - Math.max(scaleBar.length, scaleBar.text.length * 8),
    top: scaleBar.y - 20,
    right: mapSide,
    bottom: mapSide,
  }

  const points = towns.map((town) => {
    const measured = distanceTo(town)
    // A stated distance may be that of the road. The map agrees with the list beside it.
    const stated = town.distance?.unit === unit ? town.distance.value : undefined
    const drawn = measured > 0 && stated !== undefined ? stated : measured
    return positionTown(town, projection, drawn, measured > 0 ? drawn / measured : 1, radius)
  })
  const dotBoxes = points.map(({ x, y }) => ({
    left: x - 6,
    right: x + 6,
    top: y - 6,
    bottom: y + 6,
  }))
  const taken = [...dotBoxes, scaleBarBox, northArrowBox]
  const addLabel = (text: string, places: MapLabel[], own?: LabelBox): MapLabel => {
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
    const { name, href, fee } = town
    const text =
      point.where === 'center'
        ? undefined
        : (describeFact(town.distance) ?? formatDistance(Math.round(distance)))
    const label = addLabel(
      name,
      listLabelPositions(point.x, point.y, point.turn === undefined ? 8 : 11),
      dotBoxes[index],
    )
    return {
      name,
      ...(href && { href }),
      ...(text && { distance: text }),
      ...(fee && { fee: { text: describeFact(fee)!, value: fee.value } }),
      ...point,
      label,
    }
  })
  const rings = [radius / 2, radius].map((length) => {
    const text = formatDistance(length)
    return {
      radius: roundToTenth(length * scale),
      text,
      label: addLabel(text, listRingLabelPositions(length * scale)),
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
    bar: scaleBar,
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

/**
 * Projects a town. A town off the map becomes an arrow at the edge.
 * @param stretch how far it is drawn from the center, relative to where it lies
 */
function positionTown(
  town: MapTown,
  projection: GeoProjection,
  distance: number,
  stretch: number,
  radius: number,
): TownPoint {
  const [x, y] = projection([town.longitude, town.latitude])!.map(
    (value) => mapCenter + (value - mapCenter) * stretch,
  ) as [number, number]
  const where = distance < radius / 100 ? 'center' : distance > radius ? 'beyond' : 'inside'
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

/** Lists positions all around a ring, clockwise from the northeast. */
function listRingLabelPositions(radius: number): MapLabel[] {
  return Array.from({ length: 24 }, (_, step) => {
    const angle = ((step * 15 - 45) * Math.PI) / 180
    return {
      x: mapCenter + radius * Math.cos(angle),
      y: mapCenter + radius * Math.sin(angle) + 5,
      anchor: 'middle' as const,
    }
  })
}

/** Chooses the longest round length that is at most a third of the radius. */
function chooseScaleBarLength(radius: number): number {
  const power = 10 ** Math.floor(Math.log10(radius / 3))
  return [5, 2, 1].map((factor) => factor * power).find((length) => length <= radius / 3)!
}

/** Computes a bounding box of the map in degrees, with a margin. */
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
