import { useLayoutEffect, useRef } from 'react'
import { DetectButton } from '../shared/location/detect-button.tsx'
import type { ServiceArea, VisitorLocation } from '../shared/location/service-area.ts'

type Props = { area: ServiceArea; location: VisitorLocation }

/** Offers to find out how far the visitor is, where that is not known yet and asking may help. */
export function DistancePrompt({ area, location }: Props) {
  const canDetect =
    location.status === 'idle' ||
    location.status === 'detecting' ||
    ('canRetry' in location && location.canRetry)
  return canDetect ? <DetectDistanceButton area={area} location={location} /> : null
}

function DetectDistanceButton({ area, location: { status } }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  // It goes when it is answered, and the focus goes to the field that is filled in.
  useLayoutEffect(() => {
    const buttonElement = button.current!
    const field = buttonElement.parentElement?.querySelector('input')
    return () => {
      if (document.activeElement === buttonElement) field?.focus()
    }
  }, [])
  // Not disabled while it looks: the focus would be lost.
  return (
    <DetectButton ref={button} area={area} aria-disabled={status === 'detecting' || undefined} />
  )
}
