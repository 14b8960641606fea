import { useLayoutEffect, useRef } from 'react'
import { DetectButton } from '../shared/detect-button.tsx'
import type { ServiceArea, VisitorLocation } from '../shared/service-area.ts'

type Props = { area: ServiceArea; location: VisitorLocation }

/** Offers to find out how far the visitor is, where that is not known yet and asking may help. */
export function FillInDistance({ area, location }: Props) {
  const helps =
    location.status === 'idle' ||
    location.status === 'detecting' ||
    ('again' in location && location.again)
  return helps ? <Ask area={area} location={location} /> : null
}

function Ask({ area, location: { status } }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  // It goes when it is answered, and the focus goes to the field that is filled in.
  useLayoutEffect(() => {
    const self = button.current!
    const field = self.parentElement?.querySelector('input')
    return () => {
      if (document.activeElement === self) field?.focus()
    }
  }, [])
  // Not disabled while it looks: the focus would be lost.
  return (
    <DetectButton ref={button} area={area} aria-disabled={status === 'detecting' || undefined} />
  )
}
