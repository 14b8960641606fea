import { geoAzimuthalEquidistant, geoDistance, type GeoProjection, geoPath } from 'd3-geo'
import { formatReading, type LedgerFact } from '../facts/facts.ts'
import type { MapArea, MapDrawing, MapMark } from '../page-data.ts'
import type { MapLabel } from '../resolved-values.ts'
import type { MapTown } from '../types.gen.ts'
import { createRequire } from 'node:module'
import { mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'

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
    const others = taken.filter((box) => box !== own)
    const label = placeLabel(text, places, others)
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

/** The bounding box of a label or of an obstacle. */
export type LabelBox = { left: number; top: number; right: number; bottom: number }

/** Font size for measuring labels. Smaller text with the same anchor fits as well. */
const labelFontSize = 15
/** Average width of a character in a sans-serif font, relative to the font size. */
const averageCharWidth = 0.56

const overlaps = (a: LabelBox, b: LabelBox) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** Estimates the box of a label in drawing units, from the average width of a character. */
export function measureLabelBox(text: string, { x, y, anchor }: MapLabel): LabelBox {
  const width = text.length * averageCharWidth * labelFontSize
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2
  return {
    left,
    right: left + width,
    top: y - labelFontSize * 0.8,
    bottom: y + labelFontSize * 0.25,
  }
}

/** Lists label positions around a point, best first. */
const listLabelPositions = (x: number, y: number, gap: number): MapLabel[] => [
  { x: x + gap, y: y + 5, anchor: 'start' },
  { x: x - gap, y: y + 5, anchor: 'end' },
  { x, y: y - gap, anchor: 'middle' },
  { x, y: y + gap + 10, anchor: 'middle' },
  { x: x + gap - 3, y: y - gap + 3, anchor: 'start' },
  { x: x + gap - 3, y: y + gap + 7, anchor: 'start' },
  { x: x - gap + 3, y: y - gap + 3, anchor: 'end' },
  { x: x - gap + 3, y: y + gap + 7, anchor: 'end' },
]

/**
 * Chooses the first position where a label overlaps nothing, or else the one with least overlap.
 */
function placeLabel(text: string, positions: MapLabel[], taken: LabelBox[]): MapLabel {
  const costs = positions.map((position) => {
    const box = measureLabelBox(text, position)
    return (
      computeOverhang(box) * 10 +
      taken.reduce((sum, other) => sum + computeOverlapArea(box, other), 0)
    )
  })
  return positions[costs.indexOf(Math.min(...costs))]!
}

const computeOverlapArea = (a: LabelBox, b: LabelBox) =>
  overlaps(a, b)
    ? (Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
      (Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top))
    : 0

/** Computes how far a box extends beyond the frame of the labels. */
const computeOverhang = ({ left, top, right, bottom }: LabelBox) =>
  [
    labelFrame.left - left,
    labelFrame.top - top,
    right - labelFrame.right,
    bottom - labelFrame.bottom,
  ].reduce((sum, over) => sum + Math.max(0, over), 0)

type GeoBounds = { west: number; south: number; east: number; north: number }
type Atlas = Topology<{ counties: GeometryCollection; states: GeometryCollection }>

/**
 * Draws county and state borders as SVG path data in whole units. The atlas only covers the United
 * States; elsewhere there are no lines.
 */
function drawCountyLines(
  projection: GeoProjection,
  box: GeoBounds,
): { counties?: string; states?: string } {
  const atlas = clipAtlas(box)
  if (!atlas) return {}
  const path = geoPath(projection).digits(0)
  const { counties, states } = atlas.objects
  const draw = (lines: Parameters<typeof path>[0]) => (lines && path(lines)) || undefined
  const getStateCode = (county: { id?: string | number }) => String(county.id).slice(0, 2)
  return {
    counties: draw(mesh(atlas, counties, (a, b) => a !== b && getStateCode(a) === getStateCode(b))),
    states: draw(mesh(atlas, states)),
  }
}

let atlas: Atlas | undefined

/** Keeps only nearby counties, because meshing the whole country is slow. */
function clipAtlas(box: GeoBounds): Atlas | undefined {
  atlas ??= createRequire(import.meta.url)('us-atlas/counties-10m.json') as Atlas
  const near = new Set(
    atlas.arcs.flatMap((arc, index) => (isArcNear(arc, atlas!, box) ? [index] : [])),
  )
  if (near.size === 0) return undefined
  const keep = ({ type, geometries }: GeometryCollection): GeometryCollection => ({
    type,
    geometries: geometries.filter(
      (shape) =>
        'arcs' in shape &&
        (shape.arcs as number[][]).flat(2).some((arc) => near.has(arc < 0 ? ~arc : arc)),
    ),
  })
  const { counties, states } = atlas.objects
  return { ...atlas, objects: { counties: keep(counties), states: keep(states) } }
}

/** Compares the bounding box of an arc, which is delta-encoded, with the bounds. */
function isArcNear(
  arc: number[][],
  { transform }: Atlas,
  { west, south, east, north }: GeoBounds,
): boolean {
  const { scale, translate } = transform!
  const [xs, ys]: [number[], number[]] = [[], []]
  let [x, y] = [0, 0]
  for (const step of arc) {
    x += step[0]!
    y += step[1]!
    xs.push(x * scale[0] + translate[0])
    ys.push(y * scale[1] + translate[1])
  }
  return (
    Math.min(...xs) <= east &&
    Math.max(...xs) >= west &&
    Math.min(...ys) <= north &&
    Math.max(...ys) >= south
  )
}
