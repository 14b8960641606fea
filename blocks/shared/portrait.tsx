import type { PictureFile } from '../../schema/page-data.ts'
import type { BadgeSize, IconName } from '../../schema/types.gen.ts'
import { Icon } from './icon.tsx'
import { ResponsivePicture } from './responsive-picture.tsx'

/** Diameters in pixels. Keep in sync with shared.css. */
const pixelsBySize: Record<BadgeSize | 'full', number> = {
  small: 60,
  medium: 80,
  large: 100,
  full: 160,
}

/** A person's photo, or an icon in a seal until there is one. Without either, nothing. */
export function Portrait({
  name,
  photo,
  icon,
  size,
}: {
  name: string
  photo?: PictureFile
  icon?: IconName
  size: BadgeSize | 'full'
}) {
  const side = pixelsBySize[size]
  if (photo)
    return (
      <ResponsivePicture
        className={`portrait ${size}`}
        // No preview: it would weigh 150 bytes on every page whose footer shows the portrait.
        file={{ ...photo, blur: undefined }}
        alt={name}
        sizes={`${side}px`}
      />
    )
  if (!icon) return null
  return (
    <span className={`portrait seal ${size}`} aria-hidden="true">
      <Icon name={icon} size={side * 0.45} />
    </span>
  )
}

/** A round badge with a short label below its icon. */
export function VerifiedBadge({ label, size = 'small' }: { label: string; size?: BadgeSize }) {
  return (
    <span className={`verified-badge ${size}`}>
      <Icon name="badge-check" size={pixelsBySize[size] * 0.3} />
      <span>{label}</span>
    </span>
  )
}
