import type { ReactNode } from 'react'

type Props = {
  /** Content by location status, or by several statuses separated by spaces: `idle detecting`. */
  layers: Record<string, ReactNode>
  /** Whether screen readers announce a change. */
  isLiveRegion?: boolean
}

/**
 * Stacks several contents, of which `show-location.ts` makes one visible. All of them take up
 * space, so that the layout does not shift when the visible one changes. Each is focusable, so that
 * it can receive the focus when the focused element becomes hidden.
 */
export function LocationLayers({ layers, isLiveRegion = false }: Props) {
  return (
    <div className="layers" role={isLiveRegion ? 'status' : undefined}>
      {Object.entries(layers).map(([statuses, content]) => (
        <div
          key={statuses}
          className="layer"
          tabIndex={-1}
          data-when={statuses}
          data-shown={statuses.includes('idle') ? '' : undefined}
        >
          {content}
        </div>
      ))}
    </div>
  )
}
