import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { OpeningHours as Hours } from '../../schema/page-data.ts'
import type { OpeningHoursBlock, OpeningHoursWords } from '../../schema/types.gen.ts'
import { Section } from '../shared/section.tsx'
import { Note } from '../shared/text/rich-text.tsx'
import { nameDays, printDayHours } from '../shared/text/name-days.ts'
import { showOpening, type BadgeData } from './show-opening.ts'

/** The hours of the week and of the coming special days. A script adds whether it is open now. */
export function OpeningHours(block: OpeningHoursBlock) {
  const { heading, lead, openingHours, note, words } = block
  // The settings have no hours, which a rule reports.
  const { week = [], special = [], calendar } = openingHours ?? {}
  return (
    <Section block={block} heading={heading} lead={lead}>
      {calendar && <OpenBadge calendar={calendar} words={words} />}
      <dl className="opening-days">
        {week.map((days) => (
          <Row key={days.first ?? ''} hours={days} words={words}>
            {nameDays(days, words)}
          </Row>
        ))}
      </dl>
      {special.length > 0 && (
        <>
          <h3>{words.special}</h3>
          <dl className="opening-days">
            {special.map(({ days, reason, ...hours }) => (
              <Row key={days} hours={hours} words={words}>
                {days}
                {reason && <small>{reason}</small>}
              </Row>
            ))}
          </dl>
        </>
      )}
      <Note nodes={note} />
    </Section>
  )
}

function OpenBadge({ calendar, words }: BadgeData) {
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => showOpening(frame.current!), [])
  const { open, closed, opensToday, opensTomorrow, opensLater } = words
  const data: BadgeData = {
    calendar,
    words: { open, closed, opensToday, opensTomorrow, opensLater },
  }
  return (
    <div ref={frame} className="opening-now">
      <p data-opening={JSON.stringify(data)} suppressHydrationWarning>
        {''}
      </p>
    </div>
  )
}

type TimesProps = {
  hours: Pick<Hours['week'][number], 'times' | 'isAllDay'>
  words: OpeningHoursWords
}

/** Days, and their times. */
const Row = ({ children, ...times }: TimesProps & { children: ReactNode }) => (
  <div>
    <dt>{children}</dt>
    <dd>
      <Times {...times} />
    </dd>
  </div>
)

/** Each range keeps to one line. */
function Times({ hours, words }: TimesProps) {
  const { times, isAllDay } = hours
  if (isAllDay || times.length === 0) return printDayHours(hours, words)
  return times.map((range, index) => (
    <span key={range}>
      {range}
      {index < times.length - 1 && ', '}
    </span>
  ))
}
