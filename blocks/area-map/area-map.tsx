import type { AreaMapBlock } from '../../schema/types.gen.ts'
import { Note } from '../shared/text/rich-text.tsx'
import { Section } from '../shared/section.tsx'
import { MapPicture } from './map-picture.tsx'
import { TownTable } from './town-table.tsx'

export function AreaMap(block: AreaMapBlock) {
  const { heading, lead, caption = heading, fees, beyond, visitor, note, drawing, words } = block
  if (!drawing) return null
  return (
    <Section block={block} heading={heading} lead={lead}>
      <div className="map-parts">
        <MapPicture drawing={drawing} caption={caption} visitor={visitor} words={words} />
        {drawing.marks.length > 0 && (
          <TownTable
            marks={drawing.marks}
            caption={heading}
            fees={fees}
            beyond={beyond}
            words={words}
          />
        )}
        <Note nodes={note} />
      </div>
    </Section>
  )
}
