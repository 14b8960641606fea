import type { ReactNode } from 'react'

type Props = {
  /** What is seen while the visitor's location is in a state, or in one of several: `idle detecting`. */
  layers: Record<string, ReactNode>
  /** Whether a change is read out. */
  isLiveRegion?: boolean
}

/**
 * Several contents in one place, of which one is seen: `show-location` says which. All of them take up room, so that nothing on
 * the page moves when another one is shown. Each can take the focus when what had it can no longer be seen.
 */
export function LocationLayers({ layers, isLiveRegion = false }: Props) {
  return (
    <div className="layers" role={isLiveRegion ? 'status' : undefined}>
      {Object.entries(layers).map(([when, content]) => (
        <div
          key={when}
          className="layer"
          tabIndex={-1}
          data-when={when}
          data-shown={when.includes('idle') ? '' : undefined}
        >
          {content}
        </div>
      ))}
    </div>
  )
}
