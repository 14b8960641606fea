import { useLayoutEffect, useRef } from 'react'
import type { MapDrawing } from '../../schema/page-data.ts'
import { drawVisitorMarker, type VisitorMarkerData } from './draw-visitor-marker.ts'

/** A content security policy may refuse the empty string, too. */
const { emptyHTML: emptyHtml = '' } =
  (globalThis as { trustedTypes?: { emptyHTML: string } }).trustedTypes ?? {}

/** The container of the visitor's marker. React does not update its content. */
export function VisitorMarker({
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
