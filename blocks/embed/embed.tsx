import type { EmbedBlock } from '../../schema/types.gen.ts'
import { ClickToLoad } from '../shared/click-to-load.tsx'
import { ResponsivePicture } from '../shared/responsive-picture.tsx'
import { Section } from '../shared/section.tsx'
import { fillIn } from '../shared/text/fill-in.ts'

export function Embed(block: EmbedBlock) {
  const { heading, lead, frame, title, button, link = frame, poster, ratio = 'wide', words } = block
  const host = new URL(frame).host.replace(/^www\./, '')
  return (
    <Section block={block} heading={heading} lead={lead}>
      <ClickToLoad
        frame={frame}
        title={title}
        label={button}
        link={{ href: link, label: fillIn(words.open, { host }) }}
        note={fillIn(words.note, { host })}
        ratio={ratio}
      >
        {poster && (
          <ResponsivePicture
            file={poster.src}
            alt={poster.alt}
            position={poster.position}
            sizes="(width >= 73rem) 70rem, 94vw"
          />
        )}
      </ClickToLoad>
    </Section>
  )
}
