import type { Tariff, TariffChoice } from '../../../schema/types.gen.ts'
import { completeChoice, usesKilometers } from '../../../schema/shared/calculate-quote.ts'

/**
 * Says what a visitor has chosen: Mobile visit, Documents: 3, Big Spring, Weekday evening. A distance
 * that is not known is left out.
 */
export function describeChoice(tariff: Tariff, choice: TariffChoice): string[] {
  const { service, place, time, counts, travel, surcharges, discounts } = completeChoice(
    tariff,
    choice,
  )
  const units = (service.units ?? []).flatMap(({ name, label }) =>
    counts.get(name) === 0 ? [] : `${label}: ${counts.get(name)}`,
  )
  const extras = [...surcharges, ...discounts].filter(({ name }) => choice.extras?.includes(name))
  const unit = travel && usesKilometers(travel) ? 'km' : 'mi'
  const distance = choice.distance ? `${travel?.label}: ${choice.distance} ${unit}` : undefined
  const way = travel && (choice.town ?? distance)
  return [
    service.label,
    ...units,
    way,
    place?.label,
    time?.label,
    ...extras.map(({ label }) => label),
  ].filter((part) => part !== undefined)
}
