import { useLayoutEffect, useRef, useState, type CSSProperties } from 'react'
import type { BeforeAfterBlock } from '../../schema/types.gen.ts'
import { ResponsivePicture } from '../shared/responsive-picture.tsx'
import { Section } from '../shared/section.tsx'

/**
 * Two pictures, one over the other. What is typed or dragged before hydration counts: the slider
 * keeps its value, and the picture follows it.
 */
export function BeforeAfter(block: BeforeAfterBlock) {
  const { heading, lead, before, after, ratio = 'classic', caption, words } = block
  const slider = useRef<HTMLInputElement>(null)
  const [share, setShare] = useState(50)
  useLayoutEffect(() => setShare(slider.current!.valueAsNumber), [])
  return (
    <Section block={block} heading={heading} lead={lead}>
      <figure className="before-after-frame">
        <div
          className="before-after-pictures"
          data-ratio={ratio}
          style={{ '--share': `${share}%` } as CSSProperties}
        >
          <ComparedPicture picture={before} label={words.before} />
          <ComparedPicture picture={after} label={words.after} />
          <input
            ref={slider}
            className="before-after-slider"
            type="range"
            min="0"
            max="100"
            defaultValue="50"
            aria-label={words.compare}
            onInput={({ currentTarget }) => setShare(currentTarget.valueAsNumber)}
          />
        </div>
        {caption && <figcaption className="note">{caption}</figcaption>}
      </figure>
    </Section>
  )
}

function ComparedPicture({
  picture: { src, alt, position, placeholder },
  label,
}: {
  picture: BeforeAfterBlock['before']
  label: string
}) {
  return (
    <div className="before-after-picture" data-placeholder={placeholder || undefined}>
      <ResponsivePicture
        file={src}
        alt={alt}
        position={position}
        sizes="(width >= 73rem) 60rem, 94vw"
      />
      <span className="before-after-label">{label}</span>
    </div>
  )
}
