import type { CSSProperties } from 'react'
import type { PictureBlock } from '../../schema/types.gen.ts'
import { ResponsivePicture as Image } from '../shared/responsive-picture.tsx'
import { Section } from '../shared/section.tsx'

export function Picture(block: PictureBlock) {
  const { picture, ratio, caption } = block
  const { src, alt, position, placeholder } = picture
  // Only a drawing stays sharp in any size.
  const ownWidth = src.src.endsWith('.svg') ? undefined : `${src.width}px`
  const ownRatio = ratio === undefined ? `${src.width} / ${src.height}` : undefined
  return (
    <Section block={block}>
      <figure
        className="picture-frame"
        data-ratio={ratio}
        style={{ '--ratio': ownRatio, '--width': ownWidth } as CSSProperties}
        data-placeholder={placeholder || undefined}
      >
        <Image file={src} alt={alt} position={position} sizes="(width >= 73rem) 70rem, 94vw" />
        {caption && <figcaption className="note">{caption}</figcaption>}
      </figure>
    </Section>
  )
}
