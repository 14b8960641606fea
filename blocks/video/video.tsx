import type { VideoBlock } from '../../schema/types.gen.ts'
import { ClickToLoad } from '../shared/click-to-load.tsx'
import { ResponsivePicture } from '../shared/responsive-picture.tsx'
import { Section } from '../shared/section.tsx'
import { fillIn } from '../shared/text/fill-in.ts'
import { readFilm } from '../shared/film.ts'

/** A film. Before the visitor presses Play, only its poster loads, from this site. */
export function Video(block: VideoBlock) {
  const { heading, lead, film, title, poster, captions, ratio = 'wide', caption, words } = block
  const hosted = readFilm(film)
  const { copies } = poster
  return (
    <Section block={block} heading={heading} lead={lead}>
      {hosted ? (
        <ClickToLoad
          frame={hosted.player}
          title={title}
          label={words.play}
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          link={{ href: hosted.watch, label: fillIn(words.watch, { host: hosted.host }) }}
          note={fillIn(words.note, { host: hosted.host })}
          ratio={ratio}
        >
          <ResponsivePicture file={poster} alt={title} sizes="(width >= 73rem) 70rem, 94vw" />
        </ClickToLoad>
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: A silent film has nothing to write down.
        <video
          className="film-file"
          controls
          playsInline
          preload="none"
          width={poster.width}
          height={poster.height}
          poster={copies ? `${copies.base}-${copies.widths.at(-1)}.webp` : poster.src}
          aria-label={title}
          data-ratio={ratio}
        >
          <source src={film} type={film.endsWith('.webm') ? 'video/webm' : 'video/mp4'} />
          {captions && <track kind="captions" src={captions} default />}
        </video>
      )}
      {caption && <p className="note">{caption}</p>}
    </Section>
  )
}
