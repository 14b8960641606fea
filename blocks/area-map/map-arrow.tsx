/** Points from the edge of a map to what lies beyond it. */
export function MapArrow({ x, y, turn }: { x: number; y: number; turn: number }) {
  return <path className="map-arrow" d="M-7-6 7 0-7 6-4 0z" transform={`translate(${x} ${y}) rotate(${turn})`} />
}
