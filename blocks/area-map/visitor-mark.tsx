import type { MapDrawing } from '../../schema/page-data.ts'
import { formatDistance } from '../shared/format-distance.ts'
import { useKnownLocation } from '../shared/use-location.ts'
import { MapArrow } from './map-arrow.tsx'
import { projectPlace } from './projection.ts'

/** The visitor's own place, once another block of the visit has found it out; an arrow where it is off the map. */
export function VisitorMark({ words, drawing }: { words: string; drawing: MapDrawing }) {
  const location = useKnownLocation()
  if (!('position' in location)) return null
  const { x, y, turn, distance } = projectPlace(location.position, drawing)
  const { side, projection } = drawing
  const isRight = x > side / 2
  const text = turn === undefined ? words : `${words}, ${formatDistance(Math.round(distance), projection.unit === 'km' ? 'kilometer' : 'mile')}`
  return (
    <g className="map-visitor">
      {turn === undefined ? (
        <>
          <circle className="map-halo" cx={x} cy={y} r="13" />
          <circle className="map-dot" cx={x} cy={y} r="6" />
        </>
      ) : (
        <MapArrow x={x} y={y} turn={turn} />
      )}
      <text x={isRight ? x - 15 : x + 15} y={Math.min(Math.max(y + 5, 18), side - 8)} textAnchor={isRight ? 'end' : 'start'}>
        {text}
      </text>
    </g>
  )
}
