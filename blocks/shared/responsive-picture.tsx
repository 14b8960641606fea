import type { CSSProperties } from 'react'
import type { PictureFile } from '../../schema/page-data.ts'

type Props = {
  file: PictureFile
  /** Empty where the words beside it say the same. */
  alt: string
  /** How wide it is shown, as the attribute of that name: (width >= 40rem) 50vw, 100vw. */
  sizes: string
  className?: string
  /** For the one picture that is seen first. All others load when they come near. */
  eager?: boolean
}

/**
 * A picture in the size that the visitor's screen needs. The original, which may be large and says where it was taken, is
 * asked for only where no copies are made of it: every browser in use has WebP.
 */
export function ResponsivePicture({
  file: { src, width, height, copies, blur },
  alt,
  sizes,
  className,
  eager,
}: Props) {
  const srcSet = (format: string) =>
    copies?.widths.map((step) => `${copies.base}-${step}.${format} ${step}w`).join(', ')
  const fallbackSrc =
    copies && `${copies.base}-${copies.widths[Math.floor(copies.widths.length / 2)]}.webp`
  const style: CSSProperties | undefined =
    blur === undefined ? undefined : { background: `${blur} center / cover` }
  const image = (
    <img
      className={className}
      src={fallbackSrc ?? src}
      alt={alt}
      width={width}
      height={height}
      loading={eager ? undefined : 'lazy'}
      decoding="async"
      fetchPriority={eager ? 'high' : undefined}
      style={style}
    />
  )
  if (!copies) return image
  return (
    <picture>
      <source type="image/avif" srcSet={srcSet('avif')} sizes={sizes} />
      <source type="image/webp" srcSet={srcSet('webp')} sizes={sizes} />
      {image}
    </picture>
  )
}
