import type { ReactNode } from 'react'
import type { CityTableBlock, DaySpan } from '../../schema/types.gen.ts'
import { DataTable, type TableColumn } from '../shared/data-table.tsx'
import { DayBar } from '../shared/time/day-bar.tsx'
import { preventRangeBreaks } from '../shared/text/prevent-range-breaks.tsx'
import { Link } from '../shared/links/link.tsx'
import { Section } from '../shared/section.tsx'

type CityRow = CityTableBlock['rows'][number]

const allColumns: (TableColumn & { key: keyof CityRow })[] = [
  { key: 'city', label: 'Town' },
  { key: 'county', label: 'County' },
  { key: 'distance', label: 'Distance', numeric: true },
  { key: 'response', label: 'Response', numeric: true },
  { key: 'availability', label: 'Available' },
  { key: 'weekday', label: 'Weekdays' },
  { key: 'saturday', label: 'Saturday' },
  { key: 'sunday', label: 'Sunday' },
  { key: 'fee', label: 'Travel fee', numeric: true },
  { key: 'note', label: 'Good to know' },
]

export function CityTable(block: CityTableBlock) {
  const { heading, lead, caption = heading, rows } = block
  const usedColumns = allColumns.filter(({ key }) => rows.some((row) => row[key] !== undefined))
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
