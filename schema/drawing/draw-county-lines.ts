import { createRequire } from 'node:module'
import { geoPath, type GeoProjection } from 'd3-geo'
import { mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'

type GeoBounds = { west: number; south: number; east: number; north: number }
type Atlas = Topology<{ counties: GeometryCollection; states: GeometryCollection }>

/**
 * Draws county and state borders as SVG path data in whole units. The atlas only covers the United
 * States; elsewhere there are no lines.
 */
export function drawCountyLines(
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
