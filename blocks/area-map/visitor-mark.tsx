import { useLayoutEffect, useRef } from 'react'
import type { MapDrawing } from '../../schema/page-data.ts'
import { markVisitor, type MarkData } from './mark-visitor.ts'

/** The place of the visitor's own mark. React leaves what is in it alone. */
export function VisitorMark({
  words,
  drawing: { projection, side, inset },
}: {
  words: string
  drawing: MapDrawing
}) {
  const place = useRef<SVGGElement>(null)
  const data: MarkData = { words, projection, side, inset }
  useLayoutEffect(() => markVisitor(place.current!))
  return (
    <g
      ref={place}
      className="map-visitor"
      data-map={JSON.stringify(data)}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: '' }}
    />
  )
}
