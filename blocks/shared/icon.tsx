import { createElement } from 'react'
import type { IconName } from '../../schema/types.gen.ts'
import { iconDrawings } from './icons.gen.ts'

/** A decorative icon, hidden from screen readers: the text next to it says the same. */
export function Icon({ name, size = 24 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={name === 'arrow-right' ? 'icon arrow-right' : 'icon'}
      aria-hidden="true"
    >
      {iconDrawings[name].map(([tag, attributes], index) =>
        createElement(tag, { key: index, ...attributes }),
      )}
    </svg>
  )
}
