import type { MapDrawing, MapLabel, MapMark } from '../../schema/page-data.ts'
import type { AreaMapBlock } from '../../schema/types.gen.ts'
import { arrowPath } from './arrow-path.ts'
import { useLayoutEffect, useRef } from 'react'
import { drawVisitorMarker, type VisitorMarkerData } from './draw-visitor-marker.ts'

type Props = Pick<AreaMapBlock, 'words'> & {
  drawing: MapDrawing
  caption: string
  visitor?: string
}

/**
 * The map as SVG. For screen readers it is a single image with a name, because the list next to it
 * contains the same information.
 */
export function MapPicture({ drawing, caption, visitor, words }: Props) {
  const { side, projection, counties, states, rings, bar, marks } = drawing
  const { center } = projection
  return (
    <svg className="map-picture" viewBox={`0 0 ${side} ${side}`} role="img" aria-label={caption}>
      <circle className="map-area" cx={center} cy={center} r={rings.at(-1)?.radius} />
      {counties && <path className="map-counties" d={counties} />}
      {states && <path className="map-states" d={states} />}
      {rings.map(({ radius }, index) => (
        <circle
          key={radius}
          className={index === rings.length - 1 ? 'map-ring map-edge' : 'map-ring'}
          cx={center}
          cy={center}
          r={radius}
        />
      ))}
      {rings.map(({ radius, text, label }) => (
        <MapText key={radius} className="map-ring-label" label={label} text={text} />
      ))}
      {marks.map((mark) => (
        <TownMarker key={mark.name} {...mark} />
      ))}
      <path className="map-bar" d={`M${bar.x - bar.length} ${bar.y - 5}v5H${bar.x}v-5`} />
      <MapText
        className="map-ring-label map-legend"
        label={{ x: bar.x, y: bar.y - 9, anchor: 'end' }}
        text={bar.text}
      />
      <path
        className="map-arrow map-north"
        d={arrowPath}
        transform={`translate(${side - 16} 16) rotate(-90)`}
      />
      <MapText
        className="map-ring-label map-legend"
        label={{ x: side - 16, y: 37, anchor: 'middle' }}
        text={words.north}
      />
      {visitor && <VisitorMarker words={visitor} drawing={drawing} />}
    </svg>
  )
}

function TownMarker({ name, x, y, where, turn, label }: MapMark) {
  return (
    <g className={`map-${where}`}>
      {turn === undefined ? (
        <circle className="map-dot" cx={x} cy={y} r={where === 'center' ? 6 : 4} />
      ) : (
        // Points to a town beyond the edge of the map. The turn is in degrees.
        <path
          className="map-arrow"
          d={arrowPath}
          transform={`translate(${x} ${y}) rotate(${turn})`}
        />
      )}
      <MapText label={label} text={name} />
    </g>
  )
}

function MapText({
  className,
  label,
  text,
}: {
  className?: string
  label: MapLabel
  text: string
}) {
  return (
    <text
      className={className}
      x={label.x}
      y={label.y}
      textAnchor={label.anchor === 'start' ? undefined : label.anchor}
    >
      {text}
    </text>
  )
}

/**
 * With Trusted Types, a content security policy may refuse every plain string, even an empty one.
 */
const { emptyHTML: emptyHtml = '' } =
  (globalThis as { trustedTypes?: { emptyHTML: string } }).trustedTypes ?? {}

/** The container of the visitor's marker. React does not update its content. */
function VisitorMarker({
  words,
  drawing: { projection, side, inset },
}: {
  words: string
  drawing: MapDrawing
}) {
  const container = useRef<SVGGElement>(null)
  const data: VisitorMarkerData = { words, projection, side, inset }
  useLayoutEffect(() => drawVisitorMarker(container.current!))
  return (
    <g
      ref={container}
      className="map-visitor"
      data-map={JSON.stringify(data)}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: emptyHtml }}
    />
  )
}
