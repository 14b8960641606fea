/** Adds up a tariff, in the compiler and in the browser. */
import type { Fact, RichText, TariffTown } from '../page-data.ts'
import type {
  Tariff,
  TariffChoice,
  TariffOption,
  TariffPart,
  TariffService,
  TariffTier,
  TariffUnit,
} from '../types.gen.ts'

/** An amount on the receipt. `of` is a part of it that is shown apart. */
type QuoteLine = {
  label: string
  detail?: string
  amount: number
  note?: RichText
  href?: string
  of?: { label: string; amount: number }
}

/**
 * Without a total, something has no price, such as a place that is too far.
 * @property addsTravel whether the way is not known yet, and is added to the total
 */
export type Quote = { lines: QuoteLine[]; total?: number; addsTravel?: true }

type Condition = TariffOption['only']
type Line = Pick<QuoteLine, 'label' | 'note' | 'href'>

const toNumber = (fact: Fact | undefined): number => fact?.value ?? 0

/** Removes the errors of binary fractions. */
const round = (amount: number) => Number(amount.toFixed(6))

export const getMost = ({ most }: TariffUnit): number => most ?? 999

/** Creating a format takes longer than adding up a receipt. */
const decimals = new Map<string, number>()

/** Counts the decimals of a currency: 2 for USD. Yen have no cents. */
export function countDecimals(currency: string): number {
  const known = decimals.get(currency)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const count = format.resolvedOptions().maximumFractionDigits ?? 2
  decimals.set(currency, count)
  return count
}

/**
 * Rounds to what can be paid, as people do: half a cent up.
 * @param unit an ISO 4217 code, unless the tariff has a mistake
 */
export function roundMoney(amount: number, unit: string): number {
  const currency = /^[A-Z]{3}$/.test(unit) ? unit : 'USD'
  const factor = 10 ** countDecimals(currency)
  // 61 × 2.5 % is 1.525, and 1.5249999999999999 in binary.
  return (Math.sign(amount) * Math.round(round(Math.abs(amount) * factor))) / factor
}

/** What a visitor has chosen, with the usual choice for everything else. */
export function completeChoice(tariff: Tariff, choice: TariffChoice) {
  const find = <T extends { name: string }>(list: T[] | undefined, name?: string) =>
    list?.find((each) => each.name === name) ?? list?.[0]
  const service = find(tariff.services, choice.service)!
  const applies = (part: NonNullable<TariffService['without']>[number]) =>
    !service.without?.includes(part)
  const place = applies('places') ? find(tariff.places, choice.place) : undefined
  const time = applies('times') ? find(tariff.times, choice.time) : undefined
  const isOffered = ({ services, places, times }: NonNullable<Condition> = {}) =>
    (!services || services.includes(service.name)) &&
    (!places || places.includes(place?.name ?? '')) &&
    (!times || times.includes(time?.name ?? ''))
  const listOffered = <T extends { only?: Condition }>(options: T[] | undefined) =>
    (options ?? []).filter(({ only }) => isOffered(only))
  const counts = new Map(
    (service.units ?? []).map(({ name, included = 0 }) => [name, choice.units?.[name] ?? included]),
  )
  return {
    service,
    place,
    time,
    counts,
    travel: applies('travel') ? tariff.travel : undefined,
    surcharges: applies('surcharges') ? listOffered(tariff.surcharges) : [],
    discounts: applies('discounts') ? listOffered(tariff.discounts) : [],
    unknown: listOffered(tariff.unknown),
  }
}

/** Adds up what a visitor has chosen. */
export function calculateQuote(tariff: Tariff, choice: TariffChoice): Quote {
  const chosen = completeChoice(tariff, choice)
  const { service, place, time, counts, travel } = chosen
  const currency = (place?.base ?? service.base).unit
  const lines: QuoteLine[] = []
  let isOpen = false
  const sum = () => lines.reduce((total, { amount }) => total + amount, 0)
  const add = (
    { label, note, href }: Line,
    fact: Fact | undefined,
    { count = 1, of, detail }: { count?: number; of?: TariffPart; detail?: string } = {},
  ) => {
    const isShare = fact?.unit === 'percent'
    // 7 miles at $0.655 cost $4.59.
    const amount = roundMoney(toNumber(fact) * count * (isShare ? sum() / 100 : 1), currency)
    if (amount === 0) return
    const explanation = detail ?? (isShare ? fact?.text : undefined)
    lines.push({
      label,
      amount,
      ...(note && { note }),
      ...(href !== undefined && { href }),
      ...(explanation !== undefined && { detail: explanation }),
      ...(of && {
        of: {
          label: of.label,
          amount: roundMoney(toNumber(of.amount) * Math.abs(count), currency),
        },
      }),
    })
  }
  add(place?.base ? { ...service, ...place } : service, place?.base ?? service.base, {
    of: service.of,
  })
  for (const unit of service.units ?? []) {
    const count = counts.get(unit.name)!
    if (count > getMost(unit)) isOpen = true
    const charged = count - (unit.included ?? 0)
    if (charged > 0 && unit.amount)
      // "3 × $15" of four documents needs their number.
      add(unit.included ? { ...unit, label: `${unit.label}: ${count}` } : unit, unit.amount, {
        count: charged,
        of: unit.of,
        detail: `${charged} × ${unit.amount.text}`,
      })
  }
  if (place?.amount) add(place, place.amount)
  if (travel) {
    const way = findWay(travel, choice)
    if (way) add({ label: travel.label, href: travel.href, ...way }, way.fact, way)
    else isOpen = true
  }
  if (time) add(time, time.amount)
  for (const option of chosen.surcharges)
    if (choice.extras?.includes(option.name)) add(option, option.amount)
  for (const option of chosen.discounts)
    if (choice.extras?.includes(option.name)) add(option, option.amount, { count: -1 })
  return {
    lines,
    ...(!isOpen && { total: round(Math.max(0, sum())) }),
    ...(travel && lacksDistance(travel, choice) && { addsTravel: true }),
  }
}

/** A place that is no town of the list is not at the door, so no distance is one yet to be given. */
const lacksDistance = (travel: Travel, { town, distance }: TariffChoice): boolean =>
  town === undefined && distance === 0 && findPaidTier(travel) !== undefined

/** The first tier by distance that costs something, and where it begins. */
export function findPaidTier({ tiers }: Travel): { tier: TariffTier; start?: Fact } | undefined {
  const byDistance = tiers.filter(({ miles }) => miles !== undefined)
  const index = byDistance.findIndex(({ amount, each }) => toNumber(each ?? amount) > 0)
  return index === -1
    ? undefined
    : { tier: byDistance[index]!, ...(index > 0 && { start: byDistance[index - 1]!.miles }) }
}

/**
 * The least that a service costs, over all times, in one town or over all towns. What a place with a
 * price of its own costs, such as a hospital, says nothing about others.
 */
export function calculateLeast(
  tariff: Tariff,
  service: string,
  onlyTown?: string,
): number | undefined {
  const listNames = (list: { name: string }[] | undefined) =>
    list?.length ? list.map(({ name }) => name) : [undefined]
  const usual = tariff.places?.filter(({ base }) => !base)
  const places = listNames(usual?.length ? usual : tariff.places)
  const towns = onlyTown === undefined ? listNames(tariff.travel?.towns) : [onlyTown]
  const totals = towns.flatMap((town) =>
    listNames(tariff.times).flatMap((time) =>
      places.flatMap((place) => calculateQuote(tariff, { service, town, time, place }).total ?? []),
    ),
  )
  return totals.length > 0 ? Math.min(...totals) : undefined
}

/**
 * From how many units on, such as documents, the first service costs as much as another one.
 * Undefined for one that costs less than any visit, with which there is nothing to compare.
 */
export function calculateWorth(tariff: Tariff, service: string): number | undefined {
  const [{ name, units: [unit] = [] }] = tariff.services as [Tariff['services'][number]]
  const price = calculateQuote(tariff, { service }).total
  if (!unit || name === service || price === undefined) return undefined
  const counts = Array.from({ length: unit.most ?? 0 }, (_, index) => index + 1)
  const worth = counts.find((count) => {
    const { total } = calculateQuote(tariff, { service: name, units: { [unit.name]: count } })
    return total !== undefined && total >= price
  })
  // A range, which is not added up, counts as 0: no published text has its worth.
  return price > 0 && worth !== undefined && worth <= (unit.included ?? 0) ? undefined : worth
}

type Travel = NonNullable<Tariff['travel']>

export const usesKilometers = ({ tiers }: Travel): boolean =>
  tiers.some(({ miles }) => miles?.unit === 'km')

/** A price of a way, and how often it applies. */
type Way = { fact?: Fact; count?: number; detail?: string; label?: string; href?: string }

/** What a way costs. */
export const getWayAmount = ({ fact, count = 1 }: Way): number => toNumber(fact) * count

/** The first town to which the way costs nothing, or the first one. */
export function findUsualTown(travel: Travel): TariffTown | undefined {
  const isFree = (town: TariffTown) => {
    const way = getTownWay(travel, town)
    return way !== undefined && getWayAmount(way) === 0
  }
  return travel.towns?.find(isFree) ?? travel.towns?.[0]
}

/** Returns undefined if no tier reaches that far. */
function findWay(travel: Travel, { town, distance }: TariffChoice): Way | undefined {
  if (town === undefined && distance !== undefined) return getDistanceWay(travel, distance)
  const found = travel.towns?.find(({ name }) => name === town) ?? findUsualTown(travel)
  const way = found ? getTownWay(travel, found) : getDistanceWay(travel, 0)
  return (
    way && { ...(found && { label: `${travel.label}: ${found.name}`, href: found.href }), ...way }
  )
}

/** The price of the way to a town: that of a tier that names it, its fee, or by its distance. */
export function getTownWay(travel: Travel, { name, fee, distance }: TariffTown): Way | undefined {
  const tier = travel.tiers.find(({ towns }) => towns?.includes(name))
  if (tier) return { fact: tier.amount }
  if (fee?.value !== undefined) return { fact: fee }
  return distance === undefined ? undefined : getDistanceWay(travel, distance)
}

export function getDistanceWay({ tiers }: Travel, distance: number): Way | undefined {
  let start = 0
  for (const { miles, amount, each } of tiers) {
    const end = miles?.max ?? miles?.value
    if (end === undefined) continue
    if (distance <= end) {
      const count = Math.max(0, distance - start)
      return each ? { fact: each, count, detail: `${count} × ${each.text}` } : { fact: amount }
    }
    start = end
  }
  return undefined
}

/** How far the tiers reach. Undefined if they name towns only. */
export const getDistanceEnd = ({ tiers }: Travel): number | undefined =>
  tiers.map(({ miles }) => miles?.max ?? miles?.value).findLast((end) => end !== undefined)

/** Formats an amount: `$95`, `-$9.50`. @param currency an ISO 4217 code @param language a BCP 47 tag */
export const formatAmount = (amount: number, currency: string, language: string): string =>
  new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    maximumFractionDigits: 6,
    trailingZeroDisplay: 'stripIfInteger',
  } as Intl.NumberFormatOptions).format(amount)
