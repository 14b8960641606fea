import { ActionLink } from '../shared/links/action-list.tsx'
import { useLayoutEffect, useRef, useState, type FormEvent } from 'react'
import type { ScheduleBlock, TariffChoice } from '../../schema/types.gen.ts'
import { preventRangeBreaks } from '../shared/text/prevent-range-breaks.tsx'
import { Note } from '../shared/text/rich-text.tsx'
import { Section } from '../shared/section.tsx'
import { readRequestedChoice } from '../shared/request/requested-quote.ts'
import { fillIn } from '../shared/text/fill-in.ts'
import { useKeptChoice } from '../shared/visit/kept-choices.ts'
import {
  createRules,
  isImmediate,
  explainUnavailable,
  isTimeAvailable,
  listOpenSlots,
  parseHourOfDay,
  priceQuote,
  priceService,
  readChoice,
  type ScheduleChoice,
} from './compose-request.ts'
import { listUpcomingDates, readBusinessClock, toIsoDate } from './fill-in-dates.ts'
import { ScheduleRequest } from './schedule-request.tsx'
import { selectVisit } from './select-visit.ts'
import { updateForm } from './update-form.ts'

/**
 * A form of radio buttons, so that it works without JavaScript: exactly one option of each group is
 * selected, unavailable options cannot be selected, and submitting opens a prefilled email. With
 * JavaScript, the days have dates, past times and closed days are disabled, the services depend on
 * the day and the time, and the request can also be sent as a text message. For a visitor who comes
 * with a quote, its choices are made, and its total is the only price.
 */
export function Schedule(block: ScheduleBlock) {
  const {
    id = 'schedule',
    heading,
    lead,
    phone,
    email,
    timeZone,
    tariff,
    daysHeading,
    days,
    levels,
    slotsHeading,
    slots,
    optionsHeading,
    options,
    action,
    request,
    todayOver,
    note,
    words,
    missing = words.missing,
  } = block
  const missingId = `${id}-missing`
  const form = useRef<HTMLFormElement>(null)
  const [dates, setDates] = useState<Date[]>()
  /** What is chosen now. Undefined before hydration. */
  const [choice, setChoice] = useState<ScheduleChoice>()
  const [attempt, setAttempt] = useState(0)
  const [isRequested, setIsRequested] = useState(false)
  const [isTimeMissing, setIsTimeMissing] = useState(false)
  const slotsField = useRef<HTMLFieldSetElement>(null)
  /** The values of the radio buttons that the visitor has chosen. */
  const [kept, setKept] = useState<string[]>([])
  const [requested, setRequested] = useState<TariffChoice>()
  /** Whether the visitor has chosen something, which a quote does not change any more. */
  const hasChosen = useRef(false)
  useKeptChoice(id, kept, form, (values) => {
    hasChosen.current = true
    for (const input of form.current!.querySelectorAll('input'))
      if (values.includes(input.value)) input.checked = true
    setKept(values)
  })
  useLayoutEffect(() => {
    const quoted = tariff && readRequestedChoice()
    updateForm(form.current!)
    if (quoted && !hasChosen.current) selectVisit(form.current!, block, quoted.time)
    setRequested(quoted)
    // Once hydrated, this block reports missing choices instead of the browser.
    form.current!.noValidate = true
    setDates(listUpcomingDates(readBusinessClock(timeZone), days.length))
    setChoice(readChoice(new FormData(form.current!), block))
  }, [block, days.length, tariff, timeZone])

  // The form stores the choice, not React's state, so that a choice made before hydration counts.
  const readCurrentChoice = () => readChoice(new FormData(form.current!), block)
  /**
   * A visit at once has no time. And scripts, such as browser extensions, can check a disabled radio
   * button.
   */
  const uncheckUnavailableTimes = () => {
    const isNow = isImmediate(block, readCurrentChoice().option)
    for (const input of form.current!.querySelectorAll<HTMLInputElement>('[name=time]:checked')) {
      if (isNow || !isTimeAvailable(slots, input.value)) input.checked = false
    }
  }
  const onChange = ({ target }: FormEvent) => {
    hasChosen.current = true
    uncheckUnavailableTimes()
    updateForm(form.current!)
    const next = readCurrentChoice()
    setKept([...new FormData(form.current!).values()].map(String))
    if (next.time !== undefined) setIsTimeMissing(false)
    setChoice(next)
    // Above it, the times may have appeared or disappeared.
    ;(target as HTMLElement).scrollIntoView({ block: 'nearest' })
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    uncheckUnavailableTimes()
    updateForm(form.current!)
    const next = readCurrentChoice()
    const isMissing = next.time === undefined && !isImmediate(block, next.option)
    setIsTimeMissing(isMissing)
    setChoice(next)
    setIsRequested(true)
    if (isMissing) {
      slotsField.current!.scrollIntoView()
      const field = slotsField.current!.querySelector<HTMLElement>('input:enabled')
      return field?.focus({ preventScroll: true })
    }
    setAttempt((count) => count + 1)
  }
  const quote =
    requested &&
    choice &&
    dates &&
    priceQuote(block, requested, choice, toIsoDate(dates[choice.day]!), kept.length > 0)

  const day = choice && dates?.[choice.day]
  const prices = options.map((option) =>
    priceService(block, option, day && toIsoDate(day), choice?.time),
  )

  const hints = options.map(({ response, later }) =>
    choice && choice.day > 0 ? (later ?? response) : response,
  )
  const isNow = choice !== undefined && isImmediate(block, choice.option)
  // What the clock has chosen adds no button: it would move the page.
  const isChosen = kept.length > 0 || requested !== undefined || isRequested
  const callsFirst = (isNow && isChosen) || quote?.isOpen === true

  return (
    <Section block={block} heading={heading} lead={lead}>
      <form
        ref={form}
        className="schedule-form"
        data-time-zone={timeZone}
        data-rules={JSON.stringify(createRules(block))}
        method="post"
        encType="text/plain"
        action={email?.href ?? 'mailto:'}
        onChange={onChange}
        onSubmit={onSubmit}
      >
        <fieldset className="choice-group">
          <legend>{daysHeading ?? words.days}</legend>
          <div className="schedule-tiles">
            {days.map((day, index) => (
              <DayTile
                key={day.label}
                day={day}
                level={day.level && levels?.[day.level]}
                over={index === 0 ? todayOver : undefined}
                index={index}
              />
            ))}
          </div>
        </fieldset>
        <fieldset
          className="choice-group schedule-times"
          ref={slotsField}
          aria-describedby={isTimeMissing ? missingId : undefined}
        >
          <legend>{slotsHeading ?? words.slots}</legend>
          {isTimeMissing && (
            <p className="schedule-problem" role="alert" id={missingId}>
              {missing}
            </p>
          )}
          {listOpenSlots(block).map(({ label, times, services }) => (
            <div className="schedule-group" key={label}>
              <h3>{label}</h3>
              <div className="schedule-tiles">
                {times.map((slot) => {
                  const { time } = slot
                  const why = explainUnavailable(slot, words)
                  const hour = parseHourOfDay(time)
                  return (
                    <label key={time} className="choice">
                      <input
                        type="radio"
                        name="time"
                        value={time}
                        disabled={why !== undefined}
                        data-minute={hour === undefined ? undefined : Math.round(hour * 60)}
                        data-services={services && JSON.stringify(services)}
                        data-taken={why === undefined ? undefined : ''}
                        required
                        suppressHydrationWarning
                      />
                      <span>{time}</span>
                      {why !== undefined && <small>{why}</small>}
                    </label>
                  )
                })}
              </div>
            </div>
          ))}
        </fieldset>
        <fieldset className="choice-group">
          <legend>{optionsHeading ?? words.options}</legend>
          <div className="schedule-tiles wide">
            {options.map((option, index) => (
              <label key={option.label} className="choice">
                <input
                  type="radio"
                  name="service"
                  value={option.label}
                  data-now={isImmediate(block, option) ? '' : undefined}
                  defaultChecked={index === 0}
                  suppressHydrationWarning
                />
                <span>
                  {option.label} {!quote && <strong>{prices[index]}</strong>}
                </span>
                {hints[index] && <small>{preventRangeBreaks(hints[index])}</small>}
              </label>
            ))}
          </div>
        </fieldset>
        {quote && (
          <>
            <p className="requested-quote">{fillIn(words.quote, { quote: quote.description })}</p>
            <p className="schedule-total" role="status">
              {words.total} <strong>{quote.total}</strong>
            </p>
          </>
        )}
        <div className="actions">
          {callsFirst && phone && <ActionLink action={{ label: request.call, href: phone.href }} />}
          <button className={`button ${callsFirst ? 'secondary' : 'primary'}`} type="submit">
            {action ?? words.action}
          </button>
        </div>
      </form>
      {isRequested && choice && (choice.time !== undefined || isNow) && dates && (
        <ScheduleRequest
          block={block}
          choice={choice}
          date={dates[choice.day]!}
          quote={quote}
          price={quote?.total ?? prices[options.indexOf(choice.option)]!}
          attempt={attempt}
          isNow={isNow}
          callsFirst={callsFirst}
        />
      )}
      <Note nodes={note} />
    </Section>
  )
}

type DayTileProps = {
  day: ScheduleBlock['days'][number]
  /** How much of the day is free, if the site says so. */
  level?: { label: string; tip?: string }
  /** What the tile says once all times of the day have passed. */
  over?: string
  index: number
}

function DayTile({ day, level, over, index }: DayTileProps) {
  const tipId = level?.tip === undefined ? undefined : `schedule-day-${index}`
  return (
    <label className="choice has-tooltip">
      <input
        type="radio"
        name="day"
        value={day.label}
        defaultChecked={index === 0}
        aria-describedby={tipId}
        suppressHydrationWarning
      />
      <span className="schedule-date" data-day="" suppressHydrationWarning>
        {''}
      </span>
      <small>{day.label}</small>
      <small
        className={['schedule-note', level && `level-${day.level!.toLowerCase()}`]
          .filter(Boolean)
          .join(' ')}
        data-note=""
        data-over={over}
        suppressHydrationWarning
      >
        {level?.label ?? ''}
      </small>
      {tipId && <Tooltip id={tipId} text={level!.tip!} />}
    </label>
  )
}

/**
 * A tooltip that appears after the enclosing `.has-tooltip` element has been hovered or focused for
 * 700 ms. It is pure CSS. The described element must refer to it with `aria-describedby`.
 */
function Tooltip({ id, text }: { id: string; text: string }) {
  return (
    <span className="tooltip" role="tooltip" id={id}>
      {text}
    </span>
  )
}
