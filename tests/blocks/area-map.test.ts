/** The map of the service area: what the build renders, and what the browser adds. */
import { geoAzimuthalEquidistant, geoDistance } from 'd3-geo'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { projectPosition } from '../../blocks/area-map/project-position.ts'
import { calculateGreatCircleMiles } from '../../blocks/shared/location/great-circle.ts'
import { drawMap, earthRadius } from '../../schema/drawing/draw-map.ts'
import { type LabelBox, measureLabelBox } from '../../schema/drawing/draw-map.ts'
import type { MapArea } from '../../schema/page-data.ts'
import type { MapTown } from '../../schema/types.gen.ts'
import { readOwnSite } from '../helpers/read-own-site.ts'

const overlaps = (a: LabelBox, b: LabelBox) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

const area: MapArea = { latitude: 31.9973, longitude: -102.0779, radius: 60, unit: 'miles' }
const leeds: MapArea = { latitude: 53.8, longitude: -1.55, radius: 20, unit: 'km' }
const emptyMap = drawMap(area, [], 'en-US')
const toPoint = ({ x, y }: { x: number; y: number }) => [x, y] as [number, number]

/** Creates the projection of a map with d3-geo. */
const createReferenceProjection = ({
  projection: { latitude, longitude, center, scale, earthRadius },
}: typeof emptyMap) =>
  geoAzimuthalEquidistant()
    .rotate([-longitude, -latitude])
    .translate([center, center])
    .scale(scale * earthRadius)

const offsetNorth = (miles: number) => ({
  latitude: area.latitude + (miles / earthRadius.miles) * (180 / Math.PI),
  longitude: area.longitude,
})

describe('the projection', () => {
  it('agrees with d3-geo on every position near the center, in both directions', () => {
    const project = createReferenceProjection(emptyMap)
    const degrees = (range: number) => fc.double({ min: -range, max: range, noNaN: true })
    fc.assert(
      fc.property(degrees(0.7), degrees(0.8), (up, across) => {
        const place = { latitude: area.latitude + up, longitude: area.longitude + across }
        const spot = projectPosition(place, emptyMap)
        const [x, y] = project([place.longitude, place.latitude])!
        // Near the center, d3-geo's arc cosine has an error of 1.5e-8 radians, here 1.6e-4 units.
        expect(Math.hypot(spot.x - x, spot.y - y)).toBeLessThan(1e-3)
        const [longitude, latitude] = project.invert!(toPoint(spot))!
        expect(Math.hypot(latitude - place.latitude, longitude - place.longitude)).toBeLessThan(
          1e-6,
        )
        expect(spot.distance).toBeCloseTo(calculateGreatCircleMiles(area, place), 4)
      }),
      // A position with a large error.
      { examples: [[5.048471773960729e-7, 0]] },
    )
  })

  it('draws a circle at 60 miles, and a ring at half of it', () => {
    const project = createReferenceProjection(emptyMap)
    const { center } = emptyMap.projection
    expect(emptyMap.rings.map(({ text }) => text)).toEqual(['30 miles', '60 miles'])
    for (const [index, miles] of [30, 60].entries()) {
      for (let turn = 0; turn < 2 * Math.PI; turn += 0.1) {
        const { radius } = emptyMap.rings[index]!
        const [longitude, latitude] = project.invert!([
          center + radius * Math.cos(turn),
          center + radius * Math.sin(turn),
        ])!
        expect(calculateGreatCircleMiles(area, { latitude, longitude })).toBeCloseTo(miles, 3)
      }
    }
  })

  it('has north at the top', () => {
    const spot = projectPosition(offsetNorth(30), emptyMap)
    expect(spot.x).toBeCloseTo(emptyMap.projection.center)
    expect(spot.y).toBeLessThan(emptyMap.projection.center)
  })

  it('points from the edge to positions outside the map', () => {
    const { side, inset, projection } = emptyMap
    expect(projectPosition(offsetNorth(500), emptyMap)).toMatchObject({
      x: expect.closeTo(projection.center),
      y: expect.closeTo(inset),
      turn: -90,
      distance: expect.closeTo(500),
    })
    const houston = projectPosition({ latitude: 29.7604, longitude: -95.3698 }, emptyMap)
    expect(houston.x).toBeCloseTo(side - inset)
    expect(houston.turn).toBeGreaterThan(0)
    expect(houston.turn).toBeLessThan(45)
  })

  it('draws distances at the scale of the scale bar', () => {
    const { bar, projection } = emptyMap
    expect(bar).toMatchObject({
      text: '20 miles',
      length: expect.closeTo(20 * projection.scale, 0),
    })
  })
})

describe('the towns', () => {
  const town = (
    name: string,
    latitude: number,
    longitude: number,
    more: Partial<MapTown> = {},
  ): MapTown => ({ name, latitude, longitude, ...more })

  it('are sorted by distance, which is computed if no fact states it', () => {
    const towns = [
      town('Far', offsetNorth(90).latitude, area.longitude),
      town('Told', offsetNorth(40).latitude, area.longitude, {
        distance: { text: '45 miles', unit: 'miles', value: 45 },
      }),
      town('Near', offsetNorth(41.6).latitude, area.longitude),
      town('Here', area.latitude, area.longitude, { href: '/here' }),
    ]
    const { marks } = drawMap(area, towns, 'en-US')
    expect(
      marks.map(({ name, distance, where, turn, href }) => [name, distance, where, turn, href]),
    ).toEqual([
      ['Here', undefined, 'center', undefined, '/here'],
      ['Near', '42 miles', 'inside', undefined, undefined],
      ['Told', '45 miles', 'inside', undefined, undefined],
      ['Far', '90 miles', 'beyond', -90, undefined],
    ])
    const { center, scale } = emptyMap.projection
    // As far from the center as the list beside the map says.
    expect(marks[2]!.y).toBeCloseTo(center - 45 * scale, 0)
  })

  it('have their fee, in the language of the page', () => {
    const fee = { text: '$1,200', unit: 'USD', value: 1200 }
    const { marks } = drawMap(area, [town('Here', 32, -102, { fee })], 'de-DE')
    expect(marks[0]!.fee).toEqual({ text: '1.200\u00a0$', value: 1200 })
  })

  it('are outside even if they are only just beyond the boundary', () => {
    const where = (miles: number) =>
      drawMap(area, [town('A', offsetNorth(miles).latitude, area.longitude)], 'en-US').marks[0]!
        .where
    expect([59.9, 60.1].map(where)).toEqual(['inside', 'beyond'])
  })

  it('of this site have labels that cover neither each other nor a town', async () => {
    const { pages } = await readOwnSite()
    const maps = pages.flatMap(({ data }) =>
      data.blocks.flatMap((block) => (block.type === 'area-map' ? [block.drawing!] : [])),
    )
    expect(maps.length).toBeGreaterThan(0)
    for (const { marks, rings, side } of maps) {
      const boxes = [
        ...marks.map(({ name, label }) => measureLabelBox(name, label)),
        ...rings.map(({ text, label }) => measureLabelBox(text, label)),
      ]
      for (const [index, box] of boxes.entries()) {
        expect(boxes.slice(index + 1).filter((other) => overlaps(box, other))).toEqual([])
        expect(
          marks.filter(
            ({ x, y }, own) =>
              own !== index &&
              overlaps(box, { left: x - 4, right: x + 4, top: y - 4, bottom: y + 4 }),
          ),
        ).toEqual([])
        expect(
          Math.min(box.left, box.top, side - box.right, side - box.bottom),
        ).toBeGreaterThanOrEqual(0)
      }
    }
  })

  it('have labels that avoid each other', () => {
    const { marks } = drawMap(
      area,
      [
        town('Westfield', 32, -102.3),
        town('Eastfield', 32, -102.28),
        town('Northfield', 32.05, -102.29),
      ],
      'en-US',
    )
    const [a, b, c] = marks.map(({ name, label }) => measureLabelBox(name, label))
    expect([overlaps(a!, b!), overlaps(b!, c!), overlaps(a!, c!)]).toEqual([false, false, false])
  })
})

describe('county lines', () => {
  it('are few, in whole units and inside the map', () => {
    const { counties = '', states = '', side } = emptyMap
    expect(counties.length).toBeLessThan(1500)
    expect(counties + states).toMatch(/^[MLZ0-9,]+$/)
    const numbers = (counties + states).match(/\d+/g)!.map(Number)
    expect(Math.max(...numbers)).toBeLessThanOrEqual(side)
  })

  it('have the corner of New Mexico at its position', () => {
    const [x, y] = createReferenceProjection(emptyMap)([-103.0645, 32.0])!
    expect(
      geoDistance([-103.0645, 32.0], [area.longitude, area.latitude]) * earthRadius.miles,
    ).toBeLessThan(60)
    expect(emptyMap.states).toContain(`${Math.round(x)},`)
    expect(Math.abs(y - emptyMap.projection.center)).toBeLessThan(3)
  })

  it('are absent where the atlas has none, and the rest uses local units and language', () => {
    const drawing = drawMap(
      leeds,
      [{ name: 'York', latitude: 53.958, longitude: -1.0803 }],
      'de-DE',
    )
    expect(drawing).not.toHaveProperty('counties')
    expect(drawing).not.toHaveProperty('states')
    expect(drawing.rings.map(({ text }) => text)).toEqual(['10 Kilometer', '20 Kilometer'])
    expect(drawing.marks[0]).toMatchObject({
      name: 'York',
      where: 'beyond',
      distance: '35 Kilometer',
    })
  })
})
