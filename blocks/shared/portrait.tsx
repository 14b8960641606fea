import type { BadgeSize } from '../../schema/types.gen.ts'
import { Icon } from './icon.tsx'

/** Pixels across, as the specification gives them for the Verified Notary badge. */
const pixels: Record<BadgeSize, number> = { small: 60, medium: 80, large: 100 }

/** A person's photo, or a seal where there is none yet. */
export function Portrait({ name, photo, size }: { name: string; photo?: string; size: BadgeSize | 'full' }) {
  const side = size === 'full' ? 160 : pixels[size]
  if (photo) return <img className="portrait" src={photo} alt={name} width={side} height={side} loading="lazy" />
  return (
    <span className="portrait seal" style={{ inlineSize: side, blockSize: side }} aria-hidden="true">
      <Icon name="stamp" size={side * 0.45} />
    </span>
  )
}

/** A round badge, such as Verified Notary. */
export function VerifiedBadge({ label, size = 'small' }: { label: string; size?: BadgeSize }) {
  const side = pixels[size]
  return (
    <span className={`verified-badge ${size}`} style={{ inlineSize: side, blockSize: side }}>
      <Icon name="badge-check" size={side * 0.3} />
      <span>{label}</span>
    </span>
  )
}
