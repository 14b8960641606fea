import type { MapDrawing } from '../../schema/page-data.ts'
import { formatLocalizedDistance } from '../shared/location/format-distance.ts'
import { getKnownLocation } from '../shared/location/location-store.ts'
import { arrowPath } from './arrow-path.ts'
import { projectPosition } from './project-position.ts'

/** The input for the marker, stored in the `data-map` attribute of its container. */
export type VisitorMarkerData = Pick<MapDrawing, 'projection' | 'side' | 'inset'> & {
  words: string
}

/** Draws a dot at the visitor's location if it is known, or an arrow if it is off the map. */
export function drawVisitorMarker(container: SVGGElement): void {
  const location = getKnownLocation()
  if (!('position' in location)) return
  const { words, ...drawing } = JSON.parse(container.dataset.map!) as VisitorMarkerData
  const { side, projection } = drawing
  const { x, y, turn, distance } = projectPosition(location.position, drawing)
  const isRight = x > side / 2
  const marker =
    turn === undefined
      ? [
          createSvgElement('circle', { class: 'map-halo', cx: x, cy: y, r: 13 }),
          createSvgElement('circle', { class: 'map-dot', cx: x, cy: y, r: 6 }),
        ]
      : [
          createSvgElement('path', {
            class: 'map-arrow',
            d: arrowPath,
            transform: `translate(${x} ${y}) rotate(${turn})`,
          }),
        ]
  // Town names are beside or above their dots, so the visitor's label is below, except at the
  // bottom edge.
  const label = createSvgElement(
    'text',
    turn === undefined
      ? { x, y: y > side - 40 ? y - 19 : y + 25, 'text-anchor': 'middle' }
      : {
          x: isRight ? x - 15 : x + 15,
          y: Math.min(Math.max(y + 5, 18), side - 8),
          'text-anchor': isRight ? 'end' : 'start',
        },
  )
  label.textContent =
    turn === undefined
      ? words
      : `${words}, ${formatLocalizedDistance(
          Math.round(distance),
          projection.unit === 'km' ? 'kilometer' : 'mile',
        )}`
  container.replaceChildren(...marker, label)
}

function createSvgElement(tag: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag) as SVGElement
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value))
  return element
}
