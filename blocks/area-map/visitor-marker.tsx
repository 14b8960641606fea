import { useLayoutEffect, useRef } from 'react'
import type { MapDrawing } from '../../schema/page-data.ts'
import { drawVisitorMarker, type VisitorMarkerData } from './draw-visitor-marker.ts'

/**
 * With Trusted Types, a content security policy may refuse every plain string, even an empty one.
 */
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
