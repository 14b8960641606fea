import type { CSSProperties } from 'react'
import type { PictureFile } from '../../schema/page-data.ts'

type Props = {
  file: PictureFile
  /** Empty if the picture adds nothing to the text next to it. */
  alt: string
  /** The rendered width, as in the `sizes` attribute: `(width >= 40rem) 50vw, 100vw`. */
  sizes: string
  /** What stays visible where the picture is cropped, as in CSS: `50% 20%`. */
  position?: string
  className?: string
  /** Set for the most prominent picture above the fold. Other pictures load lazily. */
  eager?: boolean
}

/**
 * A picture in the size that the visitor's screen needs. The fallback is a WebP copy, which every
 * supported browser can show. The original is used only if it has no copies, because it may be
 * large and contain the location where it was taken.
 */
export function ResponsivePicture({
  file: { src, width, height, copies, blur },
  alt,
  sizes,
  position,
  className,
  eager,
}: Props) {
  const srcSet = (format: string) =>
    copies?.widths.map((width) => `${copies.base}-${width}.${format} ${width}w`).join(', ')
  const fallbackSrc =
    copies && `${copies.base}-${copies.widths[Math.floor(copies.widths.length / 2)]}.webp`
  const style: CSSProperties = {
    ...(blur !== undefined && { background: `${blur} center / cover` }),
    ...(position !== undefined && { objectPosition: position }),
  }
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
