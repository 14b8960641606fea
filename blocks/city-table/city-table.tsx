import type { ReactNode } from 'react'
import type { CityTableBlock, DaySpan } from '../../schema/types.gen.ts'
import { DataTable, type Column } from '../shared/data-table.tsx'
import { DayBar } from '../shared/day-bar.tsx'
import { keepRanges } from '../shared/keep-ranges.tsx'
import { Link } from '../shared/link.tsx'
import { Section } from '../shared/section.tsx'

type Row = CityTableBlock['rows'][number]

const columns: (Column & { key: keyof Row })[] = [
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
  const used = columns.filter(({ key }) => rows.some((row) => row[key] !== undefined))
  const cells = rows.map(
    ({ city, href, distance, response, weekdaySpan, saturdaySpan, sundaySpan, ...rest }) => ({
      ...rest,
      city: href ? <Link href={href}>{city}</Link> : city,
      distance: distance?.text,
      response: response?.text,
      weekday: withBar(rest.weekday, weekdaySpan),
      saturday: withBar(rest.saturday, saturdaySpan),
      sunday: withBar(rest.sunday, sundaySpan),
    }),
  )
  return (
    <Section block={block} heading={heading} lead={lead}>
      <DataTable caption={caption} columns={used} rows={cells} rowHeader="city" />
    </Section>
  )
}

function withBar(hours: string | undefined, span: DaySpan | undefined): ReactNode {
  if (hours === undefined || !span) return hours
  return (
    <span className="hours-cell">
      {keepRanges(hours)}
      <DayBar span={span} />
    </span>
  )
}
