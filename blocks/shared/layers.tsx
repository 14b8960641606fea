import { useLayoutEffect, useRef, type ReactNode } from 'react'

type Props<Name extends string> = {
  /** The layer that is seen. */
  shown: Name
  layers: Record<Name, ReactNode>
  /** Whether a change is read out. */
  announced?: boolean
}

/**
 * Several contents in one place, of which one is seen. All of them take up room, so that nothing on the page moves when
 * another one is shown. The focus goes along: what it was on can no longer be seen.
 */
export function Layers<Name extends string>({ shown, layers, announced = false }: Props<Name>) {
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { activeElement } = document
    const layer = frame.current?.querySelector<HTMLElement>(':scope > [data-shown]')
    if (layer && activeElement && frame.current!.contains(activeElement) && !layer.contains(activeElement)) layer.focus()
  }, [shown])
  return (
    <div className="layers" role={announced ? 'status' : undefined} ref={frame}>
      {Object.entries<ReactNode>(layers).map(([name, content]) => (
        <div key={name} className="layer" tabIndex={-1} data-shown={name === shown || undefined}>
          {content}
        </div>
      ))}
    </div>
  )
}
