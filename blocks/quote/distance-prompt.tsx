import { useLayoutEffect, useRef } from 'react'
import { DetectButton } from '../shared/location/detect-button.tsx'
import type { ServiceArea, VisitorLocation } from '../shared/location/service-area.ts'

type Props = { area: ServiceArea; location: VisitorLocation }

/** Offers to detect where the visitor is, unless it is known or another attempt cannot succeed. */
export function DistancePrompt({ area, location }: Props) {
  const canDetect =
    location.status === 'idle' ||
    location.status === 'detecting' ||
    ('canRetry' in location && location.canRetry)
  return canDetect ? <DetectDistanceButton area={area} location={location} /> : null
}

function DetectDistanceButton({ area, location: { status } }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  // The button disappears once the distance is known; move the focus to the field it filled in.
  useLayoutEffect(() => {
    const buttonElement = button.current!
    const field = buttonElement.parentElement?.querySelector('select')
    return () => {
      if (document.activeElement === buttonElement) field?.focus()
    }
  }, [])
  // aria-disabled instead of disabled during detection, since a disabled button loses the focus.
  return (
    <DetectButton ref={button} area={area} aria-disabled={status === 'detecting' || undefined} />
  )
}
