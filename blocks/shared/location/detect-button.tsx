import type { ButtonHTMLAttributes, Ref } from 'react'
import type { ServiceArea } from './service-area.ts'

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  area: ServiceArea
  ref?: Ref<HTMLButtonElement>
}

/** Starts location detection for the `data-area` element around it; see `eager/location.ts`. */
export function DetectButton({ area, ...rest }: Props) {
  return (
    <button className="button quiet detect-button" type="button" {...rest}>
      {area.button}
    </button>
  )
}
