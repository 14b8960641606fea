import type { ButtonHTMLAttributes, Ref } from 'react'
import type { ServiceArea } from './service-area.ts'

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  area: ServiceArea
  ref?: Ref<HTMLButtonElement>
}

/** Asks the browser where the visitor is, for the frame that it is in (`early/location`). */
export function DetectButton({ area, ...rest }: Props) {
  return (
    <button className="button secondary detect-button" type="button" {...rest}>
      {area.button ?? 'Use my location'}
    </button>
  )
}
