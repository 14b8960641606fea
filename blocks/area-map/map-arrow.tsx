import { arrowPath } from './arrow-path.ts'

/** Points from the edge of a map to what lies beyond it. */
export function MapArrow({ x, y, turn }: { x: number; y: number; turn: number }) {
  return (
    <path className="map-arrow" d={arrowPath} transform={`translate(${x} ${y}) rotate(${turn})`} />
  )
}
