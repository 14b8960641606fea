import type { AreaMapBlock } from '../../schema/types.gen.ts'
import { Link } from '../shared/links/link.tsx'
import { Note } from '../shared/text/rich-text.tsx'
import { Section } from '../shared/section.tsx'
import { MapPicture } from './map-picture.tsx'

export function AreaMap(block: AreaMapBlock) {
  const { heading, lead, caption = heading, beyond, visitor, note, drawing, words } = block
  if (!drawing) return null
  return (
    <Section block={block} heading={heading} lead={lead}>
      <div className="map-parts">
        <MapPicture drawing={drawing} caption={caption} visitor={visitor} words={words} />
        {drawing.marks.length > 0 && (
          <ul className="map-towns">
            {drawing.marks.map(({ name, href, distance, where }) => (
              <li key={name} className={`map-${where}`}>
                {href ? <Link href={href}>{name}</Link> : <span>{name}</span>}
                {distance && <span className="map-distance">{distance}</span>}
                {where === 'beyond' && beyond && <span className="map-distance">{beyond}</span>}
              </li>
            ))}
          </ul>
        )}
      </div>
      <Note nodes={note} />
    </Section>
  )
}
