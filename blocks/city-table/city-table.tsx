import type { ReactNode } from 'react'
import type { CityTableBlock, DaySpan } from '../../schema/types.gen.ts'
import { DataTable } from '../shared/data-table.tsx'
import { DayBar } from '../shared/time/day-bar.tsx'
import { preventRangeBreaks } from '../shared/text/prevent-range-breaks.tsx'
import { Link } from '../shared/links/link.tsx'
import { Section } from '../shared/section.tsx'

type CityRow = CityTableBlock['rows'][number]

const allColumns: { key: keyof CityRow & keyof CityTableBlock['words']; numeric?: boolean }[] = [
  { key: 'city' },
  { key: 'county' },
  { key: 'distance', numeric: true },
  { key: 'response', numeric: true },
  { key: 'availability' },
  { key: 'weekday' },
  { key: 'saturday' },
  { key: 'sunday' },
  { key: 'fee', numeric: true },
  { key: 'note' },
]

export function CityTable(block: CityTableBlock) {
  const { heading, lead, caption = heading, rows, words } = block
  const usedColumns = allColumns
    .filter(({ key }) => rows.some((row) => row[key] !== undefined))
    .map((column) => ({ ...column, label: words[column.key] }))
  const cells = rows.map(
    ({ city, href, distance, response, weekdaySpan, saturdaySpan, sundaySpan, ...rest }) => ({
      ...rest,
      city: href ? <Link href={href}>{city}</Link> : city,
      distance: distance?.text,
      response: response?.text,
      weekday: renderHours(rest.weekday, weekdaySpan),
      saturday: renderHours(rest.saturday, saturdaySpan),
      sunday: renderHours(rest.sunday, sundaySpan),
    }),
  )
  return (
    <Section block={block} heading={heading} lead={lead}>
      <DataTable caption={caption} columns={usedColumns} rows={cells} rowHeader="city" />
    </Section>
  )
}

function renderHours(hours: string | undefined, span: DaySpan | undefined): ReactNode {
  if (hours === undefined || !span) return hours
  return (
    <span className="hours-cell">
      {preventRangeBreaks(hours)}
      <DayBar span={span} />
    </span>
  )
}
