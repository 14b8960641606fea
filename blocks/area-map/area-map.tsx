import type { AreaMapBlock } from '../../schema/types.gen.ts'
import { Note } from '../shared/text/rich-text.tsx'
import { Section } from '../shared/section.tsx'
import { MapPicture } from './map-picture.tsx'
import type { MapMark } from '../../schema/page-data.ts'
import { DataTable } from '../shared/data-table.tsx'
import { Link } from '../shared/links/link.tsx'

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

type Props = Pick<AreaMapBlock, 'fees' | 'beyond' | 'words'> & { marks: MapMark[]; caption: string }

/** The towns of a map, nearest first. */
function TownTable({ marks, caption, fees, beyond, words }: Props) {
  const columns = [
    { key: 'town', label: words.town },
    { key: 'distance', label: words.distance, numeric: true },
    ...(fees ? [{ key: 'fee', label: words.fee, numeric: true }] : []),
  ]
  const rows = marks.map(({ name, href, distance, fee, where }) => ({
    town: (
      <>
        {href ? <Link href={href}>{name}</Link> : name}
        {where === 'beyond' && beyond && <span className="map-beyond-note">{beyond}</span>}
      </>
    ),
    distance,
    fee: fee?.value === 0 ? words.free : fee?.text,
  }))
  return <DataTable caption={caption} columns={columns} rows={rows} rowHeader="town" isCompact />
}
