import { useRef, type ToggleEvent } from 'react'
import type { GalleryBlock } from '../../schema/types.gen.ts'
import { ResponsivePicture } from '../shared/responsive-picture.tsx'
import { Section } from '../shared/section.tsx'
import { fillIn } from '../shared/text/fill-in.ts'

/**
 * Pictures in a grid. The large ones are a strip in a popover, which the browser opens, closes and
 * scrolls itself, by touch and by arrow keys, so that the gallery works without JavaScript. After
 * hydration, the strip opens at the picture that was pressed, and buttons lead to the next.
 */
export function Gallery(block: GalleryBlock) {
  const { id, heading, lead, pictures, ratio = 'square', words } = block
  const viewId = `${id}-large`
  const strip = useRef<HTMLUListElement>(null)
  const pressed = useRef(0)
  const show = (index: number) =>
    strip.current?.children[(index + pictures.length) % pictures.length]?.scrollIntoView({
      behavior: 'instant',
      block: 'nearest',
      inline: 'center',
    })
  const onToggle = ({ newState }: ToggleEvent<HTMLElement>) => {
    if (newState !== 'open') return
    show(pressed.current)
    // So that arrow keys scroll.
    strip.current?.focus()
  }
  const step = (by: number) => {
    const { scrollLeft, clientWidth } = strip.current!
    // In languages that are written from right to left, it is negative.
    show(Math.round(Math.abs(scrollLeft) / clientWidth) + by)
  }
  return (
    <Section block={block} heading={heading} lead={lead}>
      <ul className="gallery-grid">
        {pictures.map(({ picture: { src, alt, position, placeholder } }, index) => (
          <li key={index} data-placeholder={placeholder || undefined}>
            <button
              type="button"
              className="gallery-open"
              popoverTarget={viewId}
              popoverTargetAction="show"
              data-ratio={ratio}
              // A decorative picture does not name it.
              aria-label={
                alt === ''
                  ? fillIn(words.position, { shown: index + 1, total: pictures.length })
                  : undefined
              }
              // The browser opens the popover after this event.
              onClick={() => void (pressed.current = index)}
            >
              <ResponsivePicture
                file={src}
                alt={alt}
                position={position}
                sizes="(width >= 73rem) 17rem, (width >= 40rem) 31vw, 47vw"
              />
            </button>
          </li>
        ))}
      </ul>
      <div
        id={viewId}
        popover="auto"
        className="gallery-view"
        role="dialog"
        aria-label={heading ?? words.pictures}
        onToggle={onToggle}
      >
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: Arrow keys scroll it. */}
        <ul className="gallery-strip" ref={strip} tabIndex={0} aria-label={words.pictures}>
          {pictures.map(({ picture: { src, alt }, caption }, index) => (
            <li key={index}>
              <figure>
                <ResponsivePicture file={src} alt={alt} sizes="94vw" />
                <figcaption>
                  {caption && <span>{caption}</span>}
                  <span className="gallery-position">
                    {fillIn(words.position, { shown: index + 1, total: pictures.length })}
                  </span>
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
        <div className="gallery-controls">
          <button
            type="button"
            className="gallery-step"
            aria-label={words.previous}
            onClick={() => step(-1)}
          >
            <span aria-hidden="true">‹</span>
          </button>
          <button
            type="button"
            className="gallery-step"
            aria-label={words.next}
            onClick={() => step(1)}
          >
            <span aria-hidden="true">›</span>
          </button>
          <button
            type="button"
            popoverTarget={viewId}
            popoverTargetAction="hide"
            aria-label={words.close}
          >
            <span aria-hidden="true">×</span>
          </button>
        </div>
      </div>
    </Section>
  )
}
