import { arrowPath } from './arrow-path.ts'

/** An arrow at the edge of a map that points to a town beyond it. `turn` is in degrees. */
export function MapArrow({ x, y, turn }: { x: number; y: number; turn: number }) {
  return (
    <path className="map-arrow" d={arrowPath} transform={`translate(${x} ${y}) rotate(${turn})`} />
  )
}
