import { useCallback, useEffect, useRef, useState, type ReactNode, useLayoutEffect } from 'react'
import type { ContactLink, Fact, RichText, TariffTown } from '../../schema/page-data.ts'
import type { QuoteBlock, Tariff, TariffChoice } from '../../schema/types.gen.ts'
import type { ServiceArea, VisitorLocation } from '../shared/location/service-area.ts'
import { useKnownLocation } from '../shared/location/use-location.ts'
import { InlineText } from '../shared/text/rich-text.tsx'
import { preventRangeBreaks } from '../shared/text/prevent-range-breaks.tsx'
import { readRequestedChoice } from '../shared/request/requested-quote.ts'
import { describeChoice } from '../shared/request/describe-choice.ts'
import { useKeptChoice } from '../shared/visit/kept-choices.ts'
import {
  calculateQuote,
  completeChoice,
  getDistanceEnd,
  getMost,
  getTownWay,
  usesKilometers,
} from '../../schema/shared/calculate-quote.ts'
import { NumberField } from './number-field.tsx'
import {
  elsewhere,
  readFields,
  toChoice,
  toFields,
  writeFields,
  type Fields,
} from './read-fields.ts'
import { Receipt } from './receipt.tsx'
import { DetectButton } from '../shared/location/detect-button.tsx'

type Props = {
  tariff: Tariff
  words: QuoteBlock['words']
  language: string
  currency: string
  area?: ServiceArea
  phone?: ContactLink
  start?: TariffChoice
  /** Unique on the page. */
  id: string
}

/** The choices and the receipt. The browser keeps what is chosen before hydration. */
export function QuoteForm({ tariff, words, language, currency, area, phone, start, id }: Props) {
  const form = useRef<HTMLDivElement>(null)
  const prefix = `${id}.`
  const initial = toFields(tariff, start)
  const [fields, setFields] = useState<Fields>(initial)
  const location = useKnownLocation()
  const read = () => setFields((known) => ({ ...known, ...readFields(form.current!, prefix) }))
  const show = useCallback(
    (changed: Fields) => {
      writeFields(form.current!, prefix, changed)
      setFields((known) => ({ ...known, ...changed }))
    },
    [prefix],
  )
  const isKept = useRef(false)
  useKeptChoice(id, fields, form, (kept) => {
    isKept.current = true
    show(kept)
  })
  // A link can say what to choose. Back and a reload restore what the visitor has chosen since.
  useEffect(() => {
    const asked = readRequestedChoice()
    if (asked && !isKept.current) show(toFields(tariff, asked))
  }, [tariff, show])
  // Reads choices made before hydration.
  useEffect(read, [prefix])
  const { travel } = tariff
  useEffect(() => {
    if (travel && area && 'miles' in location) show(locateVisitor(location, travel, area))
  }, [location, travel, area, show])

  const choice = toChoice(fields)
  const { service, counts: _, ...offered } = completeChoice(tariff, choice)
  const extras = [
    ...offered.surcharges.map((option) => ({ ...option, sign: '+' })),
    ...offered.discounts.map((option) => ({ ...option, sign: '−' })),
  ]
  const without = service.without ?? []
  const toggles = (name: string, type: 'radio' | 'checkbox', list: ToggleOption[]) =>
    list.map((option) => {
      const value = type === 'radio' ? option.name : 'on'
      const field = type === 'radio' ? name : `${name}.${option.name}`
      return (
        <label className="choice" key={option.name}>
          <input
            type={type}
            name={prefix + field}
            value={value}
            defaultChecked={(fields[field] ?? list[0]!.name) === value}
          />
          <span>
            {option.label}
            {option.note && (
              <small>
                <InlineText nodes={option.note} />
              </small>
            )}
          </span>
          {option.amount && (
            <strong>
              {option.sign}
              {preventRangeBreaks(option.amount.text)}
            </strong>
          )}
        </label>
      )
    })
  const asAddition = <T extends { amount?: Fact }>(each: T) => ({
    ...each,
    amount: each.amount?.value === 0 ? undefined : each.amount,
    sign: '+',
  })
  const town = travel?.towns?.find(({ name }) => name === choice.town)
  const getText = (name: string) => fields[name] ?? initial[name] ?? '0'
  const quote = calculateQuote(tariff, choice)
  return (
    <div className="quote-columns">
      <div
        ref={form}
        className="quote-form"
        onChange={({ target }) => {
          read()
          // On a phone, the total in view could cover a part of the field.
          ;(target as HTMLElement).scrollIntoView({ block: 'nearest' })
        }}
      >
        {tariff.services.length > 1 && (
          <Group label={words.service}>
            {toggles(
              'service',
              'radio',
              tariff.services.map((each) => ({ ...each, amount: each.base })),
            )}
          </Group>
        )}
        {service.units && (
          <div className="quote-numbers">
            {service.units.map((unit) => {
              const name = `unit.${service.name}.${unit.name}`
              return (
                <NumberField
                  key={name}
                  name={prefix + name}
                  label={unit.label}
                  initial={getText(name)}
                  text={getText(name)}
                  least={Math.min(1, unit.included ?? 0)}
                  most={getMost(unit)}
                  beyond={unit.beyond}
                  note={unit.note}
                  words={words}
                />
              )
            })}
          </div>
        )}
        {travel && offered.travel && (
          <div className="quote-number">
            {travel.towns && (
              <label>
                <span>{words.town}</span>
                <select
                  name={`${prefix}town`}
                  defaultValue={getText('town')}
                  // Otherwise, on reload, the browser restores a town that is not in the state.
                  autoComplete="off"
                >
                  {travel.towns.map(({ name }) => (
                    <option key={name}>{name}</option>
                  ))}
                  {getDistanceEnd(travel) !== undefined && (
                    <option value={elsewhere}>{words.elsewhere}</option>
                  )}
                </select>
              </label>
            )}
            {town && !getTownWay(travel, town) && travel.beyond && (
              <p className="quote-beyond" role="status">
                <InlineText nodes={travel.beyond} />
              </p>
            )}
            {travel.note && (
              <small>
                <InlineText nodes={travel.note} />
              </small>
            )}
            {area && <DistancePrompt area={area} location={location} />}
            {location.status === 'unknown' && <small role="status">{words.locationUnknown}</small>}
            {getText('town') === elsewhere && (
              <NumberField
                name={`${prefix}distance`}
                label={usesKilometers(travel) ? words.kilometers : words.miles}
                initial={getText('distance')}
                text={getText('distance')}
                most={getDistanceEnd(travel) ?? 0}
                beyond={travel.beyond}
                note={quote.addsTravel && [words.askDistance]}
                words={words}
              />
            )}
          </div>
        )}
        {tariff.times && !without.includes('times') && (
          <Group label={words.time}>{toggles('time', 'radio', tariff.times.map(asAddition))}</Group>
        )}
        {tariff.places && !without.includes('places') && (
          <Group label={words.place}>
            {toggles(
              'place',
              'radio',
              tariff.places.map((each) =>
                each.base ? { ...each, amount: each.base } : asAddition(each),
              ),
            )}
          </Group>
        )}
        {extras.length > 0 && (
          <Group label={words.extras}>{toggles('extra', 'checkbox', extras)}</Group>
        )}
      </div>
      <Receipt
        {...{ quote, currency, language, words, travel, phone }}
        unknown={offered.unknown}
        request={
          service.request === undefined
            ? undefined
            : { href: service.request, choice, description: describeChoice(tariff, choice) }
        }
      />
    </div>
  )
}

type ToggleOption = { name: string; label: string; note?: RichText; amount?: Fact; sign?: string }

const Group = ({ label, children }: { label: string; children: ReactNode }) => (
  <fieldset className="choice-group quote-group">
    <legend>{label}</legend>
    {children}
  </fieldset>
)

type Travel = NonNullable<Tariff['travel']>

const kilometersPerMile = 1.609344

/** The town of the visitor if it is in the list, otherwise the distance. */
function locateVisitor(
  location: Extract<VisitorLocation, { miles: number }>,
  travel: Travel,
  area: ServiceArea,
): Fields {
  const isHere = ({ name }: TariffTown) => name === location.city
  const town = travel.towns?.find(isHere)?.name ?? elsewhere
  // 60.3 miles are outside a radius of 60 but are rounded to 60, so count 61.
  const miles =
    location.status === 'outside'
      ? Math.max(location.miles, Math.floor(area.radius) + 1)
      : location.miles
  const distance = usesKilometers(travel) ? Math.round(miles * kilometersPerMile) : miles
  return { town, distance: String(distance) }
}

type PromptProps = { area: ServiceArea; location: VisitorLocation }

/** Offers to detect where the visitor is, unless it is known or another attempt cannot succeed. */
function DistancePrompt({ area, location }: PromptProps) {
  const canDetect =
    location.status === 'idle' ||
    location.status === 'detecting' ||
    ('canRetry' in location && location.canRetry)
  return canDetect ? <DetectDistanceButton area={area} location={location} /> : null
}

function DetectDistanceButton({ area, location: { status } }: PromptProps) {
  const button = useRef<HTMLButtonElement>(null)
  // The button disappears once the distance is known; move the focus to the field it filled in.
  useLayoutEffect(() => {
    const buttonElement = button.current!
    const field = buttonElement.parentElement?.querySelector('select')
    return () => {
      if (document.activeElement === buttonElement) field?.focus()
    }
  }, [])
  // aria-disabled instead of disabled during detection, since a disabled button loses the focus.
  return (
    <DetectButton ref={button} area={area} aria-disabled={status === 'detecting' || undefined} />
  )
}
