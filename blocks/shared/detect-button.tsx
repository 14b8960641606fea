import { useLayoutEffect, useRef } from 'react'
import { detectLocation } from './location-store.ts'
import type { ServiceArea, VisitorLocation } from './service-area.ts'

type Props = { area: ServiceArea; location: VisitorLocation }

/** Asks the browser where the visitor is, where that is not known yet and asking may help. */
export function DetectButton({ area, location }: Props) {
  const helps = location.status === 'idle' || location.status === 'detecting' || ('again' in location && location.again)
  return helps ? <Ask area={area} location={location} /> : null
}

function Ask({ area, location: { status } }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  // It goes when it is answered. The focus goes to the field that is filled in, or stays in its layer, which hands it on.
  useLayoutEffect(() => {
    const self = button.current!
    const heir = self.parentElement?.querySelector('input') ?? self.closest<HTMLElement>('.layer')
    return () => {
      if (document.activeElement === self) heir?.focus()
    }
  }, [])
  return (
    // Not disabled while it looks: the focus would be lost.
    <button ref={button} className="button secondary detect-button" type="button" aria-disabled={status === 'detecting' || undefined} onClick={() => detectLocation(area)}>
      {area.button ?? 'Use my location'}
    </button>
  )
}
