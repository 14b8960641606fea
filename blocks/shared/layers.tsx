import type { ReactNode } from 'react'

type Props<Name extends string> = {
  /** The layer that is seen. */
  shown: Name
  layers: Record<Name, ReactNode>
  /** Whether a change is read out. */
  announced?: boolean
}

/**
 * Several contents in one place, of which one is seen. All of them take up room, so that nothing on the page moves when
 * another one is shown.
 */
export function Layers<Name extends string>({ shown, layers, announced = false }: Props<Name>) {
  return (
    <div className="layers" role={announced ? 'status' : undefined}>
      {Object.entries<ReactNode>(layers).map(([name, content]) => (
        <div key={name} className="layer" data-shown={name === shown || undefined}>
          {content}
        </div>
      ))}
    </div>
  )
}
