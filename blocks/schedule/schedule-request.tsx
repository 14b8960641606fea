import type { ScheduleBlock } from '../../schema/types.gen.ts'
import { ComposedRequest } from '../shared/request/composed-request.tsx'
import { fillIn } from '../shared/text/fill-in.ts'
import {
  fillRequestTemplate,
  isTimePast,
  type PricedQuote,
  type ScheduleChoice,
} from './compose-request.ts'
import { readBusinessClock } from './fill-in-dates.ts'

type Props = {
  block: ScheduleBlock
  choice: ScheduleChoice
  date: Date
  quote?: PricedQuote
  price: string
  attempt: number
  /** Whether the visit is at once, without an hour. */
  isNow: boolean
  callsFirst: boolean
}

/** The request for a visit, composed from the choices. */
export function ScheduleRequest({
  block: { request, phone, email, timeZone, words },
  choice,
  date,
  quote,
  price,
  attempt,
  isNow,
  callsFirst,
}: Props) {
  const day = date.toLocaleDateString(document.documentElement.lang, {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
  })
  const values = { day, price }
  const fill = (template: string) => fillRequestTemplate(template, choice, values)
  const message = fill(isNow ? (request.soon ?? words.soon) : request.message)
  return (
    <ComposedRequest
      heading={request.heading}
      subject={fill(isNow ? words.soon : request.subject)}
      // What the visitor has yet to add stays at the end.
      message={
        quote === undefined
          ? message
          : `${fillIn(words.quote, { quote: quote.description })}\n${message}`
      }
      phone={phone}
      email={email}
      labels={request}
      attempt={attempt}
      callsFirst={callsFirst}
    >
      {isTimePast(choice, readBusinessClock(timeZone)) && (
        <p className="schedule-over" role="alert">
          {request.over}
        </p>
      )}
    </ComposedRequest>
  )
}
