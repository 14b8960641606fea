import type { Tariff, TariffChoice } from '../../schema/types.gen.ts'
import { findUsualTown } from '../../schema/shared/calculate-quote.ts'
import { parseCount } from './number-field.tsx'

/** What the visitor has chosen and typed, by the names of fields. */
export type Fields = Record<string, string>

/** The value of the town field for a place that is no town of the list. */
export const elsewhere = '*'

const listControls = (form: HTMLElement) => [
  ...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input,select'),
]

const isToggle = (control: HTMLElement): control is HTMLInputElement =>
  control instanceof HTMLInputElement && ['radio', 'checkbox'].includes(control.type)

/** @param prefix what the names of the fields begin with, which is unique on the page */
export function readFields(form: HTMLElement, prefix: string): Fields {
  const fields: Fields = {}
  for (const control of listControls(form)) {
    const name = control.name.slice(prefix.length)
    if (!isToggle(control) || (control.type === 'radio' && control.checked))
      fields[name] = control.value
    else if (control.type === 'checkbox') fields[name] = control.checked ? 'on' : ''
  }
  return fields
}

/** Shows values in the fields that the page has. */
export function writeFields(form: HTMLElement, prefix: string, fields: Fields): void {
  for (const control of listControls(form)) {
    const value = fields[control.name.slice(prefix.length)]
    if (value === undefined) continue
    if (!isToggle(control)) control.value = value
    else control.checked = control.value === value
  }
}

/** The fields of a choice, before the visitor has changed any. */
export function toFields(tariff: Tariff, start: TariffChoice = {}): Fields {
  const { services, travel, times, places, surcharges = [], discounts = [] } = tariff
  const { town, distance, units = {}, extras = [] } = start
  const time = start.time ?? times?.[0]?.name
  const place = start.place ?? places?.[0]?.name
  const usual = travel && findUsualTown(travel)?.name
  const counts = services.flatMap((service) =>
    (service.units ?? []).map(({ name, included = 0 }) => [
      `unit.${service.name}.${name}`,
      String(units[name] ?? included),
    ]),
  )
  const options = [...surcharges, ...discounts].map(({ name }) => [
    `extra.${name}`,
    extras.includes(name) ? 'on' : '',
  ])
  return {
    service: start.service ?? services[0]!.name,
    ...(time !== undefined && { time }),
    ...(place !== undefined && { place }),
    town: town ?? (distance === undefined ? (usual ?? elsewhere) : elsewhere),
    // Empty until the visitor types it in.
    distance: String(distance ?? ''),
    ...Object.fromEntries([...counts, ...options]),
  }
}

/** What the fields ask for. A number that is invalid counts as the usual one. */
export function toChoice(fields: Fields): TariffChoice {
  const { service, town, distance = '', time, place } = fields
  const counts = Object.entries(fields).flatMap(([name, text]) => {
    const [kind, owner, unit] = name.split('.')
    const count = parseCount(text)
    return kind === 'unit' && owner === service && count !== undefined ? [[unit!, count]] : []
  })
  const extras = Object.entries(fields).flatMap(([name, value]) =>
    name.startsWith('extra.') && value === 'on' ? [name.slice('extra.'.length)] : [],
  )
  return {
    service,
    ...(town === elsewhere ? { distance: parseCount(distance) ?? 0 } : { town }),
    ...(time !== undefined && { time }),
    ...(place !== undefined && { place }),
    units: Object.fromEntries(counts) as Record<string, number>,
    extras,
  }
}
