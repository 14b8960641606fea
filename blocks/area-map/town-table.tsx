import type { MapMark } from '../../schema/page-data.ts'
import type { AreaMapBlock } from '../../schema/types.gen.ts'
import { DataTable } from '../shared/data-table.tsx'
import { Link } from '../shared/links/link.tsx'

type Props = Pick<AreaMapBlock, 'fees' | 'beyond' | 'words'> & { marks: MapMark[]; caption: string }

/** The towns of a map, nearest first. */
export function TownTable({ marks, caption, fees, beyond, words }: Props) {
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
