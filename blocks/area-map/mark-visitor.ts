import type { MapDrawing } from '../../schema/page-data.ts'
import { formatDistance } from '../shared/format-distance.ts'
import { knownLocation } from '../shared/location-store.ts'
import { arrow } from './arrow.ts'
import { projectPlace } from './projection.ts'

/** What the mark is drawn from; in the attribute `data-map` of its place. */
export type MarkData = Pick<MapDrawing, 'projection' | 'side' | 'inset'> & { words: string }

/** Draws the visitor's own place, where it is known; an arrow where it is off the map. */
export function markVisitor(place: SVGGElement): void {
  const location = knownLocation()
  if (!('position' in location)) return
  const { words, ...drawing } = JSON.parse(place.dataset.map!) as MarkData
  const { side, projection } = drawing
  const { x, y, turn, distance } = projectPlace(location.position, drawing)
  const isRight = x > side / 2
  const spot =
    turn === undefined
      ? `<circle class="map-halo" cx="${x}" cy="${y}" r="13"/><circle class="map-dot" cx="${x}" cy="${y}" r="6"/>`
      : `<path class="map-arrow" d="${arrow}" transform="translate(${x} ${y}) rotate(${turn})"/>`
  // Towns have their names beside or above them: in a town, the visitor's stands below, and above at the edge.
  const label =
    turn === undefined
      ? `x="${x}" y="${y > side - 40 ? y - 19 : y + 25}" text-anchor="middle"`
      : `x="${isRight ? x - 15 : x + 15}" y="${Math.min(Math.max(y + 5, 18), side - 8)}" text-anchor="${isRight ? 'end' : 'start'}"`
  place.innerHTML = `${spot}<text ${label}/>`
  place.lastElementChild!.textContent =
    turn === undefined
      ? words
      : `${words}, ${formatDistance(Math.round(distance), projection.unit === 'km' ? 'kilometer' : 'mile')}`
}
