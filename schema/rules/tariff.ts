import { minutesPerDay, readEntryTimes, toClock } from '../times/parse-times.ts'
import { allHolidays, isAllHolidays, weekdays } from '../hours/plan-hours.ts'
import { type Path, type SourceLocation, locateChild, locateKey } from '../problems/location.ts'
import { problemAt, type Problem } from '../problems/problem.ts'
import { chooseReading, isCurrency, splitCitedName, type FactValue } from '../facts/facts.ts'
import { roundMoney } from '../shared/calculate-quote.ts'
import { chooseLanguage } from '../util/supported-language.ts'
import type { TimeRange } from '../resolved-values.ts'
import { asText, asTexts } from '../util/as-text.ts'
import { formatFirstItems } from '../util/format-first-items.ts'
import { asRecord, asRecords, getAt, isRecord } from '../util/records.ts'
import { listWrittenBlocks } from '../merge/written-blocks.ts'
import { formatNameList } from '../validate/nearest-name.ts'
import { walkSchema } from '../validate/walk-schema.ts'
import { readWrittenWeek } from './opening-hours.ts'
import type { PageRule, SiteRule, SiteRuleContext } from './types.ts'

const locateTariff = ({ site }: Pick<SiteRuleContext, 'site'>): SourceLocation => ({
  source: site.main,
  path: ['site', 'tariff'],
})

/** Returns the unit and the value that count. Citing an unknown fact is reported elsewhere. */
function readFact(cited: unknown, { site: { facts } }: Pick<SiteRuleContext, 'site'>) {
  const { name, reading } = splitCitedName(asText(cited))
  const fact = facts.get(name)
  const chosen = fact && chooseReading(fact, reading)
  const found = chosen === undefined ? undefined : fact?.readings.get(chosen)
  return fact && found && { unit: fact.unit, value: found.value, isOpen: found.plus === true }
}

type TariffContext = Pick<SiteRuleContext, 'site' | 'schema'>

/** Lists what prevents a tariff from being added up. */
export const checkAddition = (context: TariffContext): Problem[] => [
  ...checkAmounts(context),
  ...checkTiers(context),
]

/** Checks that each amount is one number, and that all are in one currency. */
function checkAmounts(context: TariffContext): Problem[] {
  const { site, schema } = context
  const { tariff } = site.settings
  if (tariff === undefined) return []
  const [first] = asRecords(asRecord(tariff).services)
  const currency = readFact(first?.base, context)?.unit
  const problems: Problem[] = []
  const start = locateTariff(context)
  walkSchema(schema, 'tariff', tariff, start.path, {
    string(format, cited, path, { measures }) {
      // What pages promise is compared, not added up.
      if (format !== 'fact' || measures !== 'money' || path.includes('promised')) return cited
      const found = readFact(cited, context)
      const at = { source: start.source, path: [...path] }
      if (!found) return cited
      const expected = 'a fact with one amount of money'
      if (typeof found.value !== 'number' || found.isOpen) {
        const message = `An amount of the tariff must be one amount, but the fact "${cited}" is ${describeValue(found.value, found.isOpen)}.`
        const fix = 'Cite another fact, or the reading that counts: name.reading.'
        problems.push(problemAt(at, 'WRONG_UNIT', message, { expected, found: cited, fix }))
      } else if (found.unit === 'percent') {
        const isTooMuch = path.includes('discounts') && found.value > 100
        if (isTooMuch) {
          const message = `The discount "${cited}" takes off more than there is to pay.`
          const details = { expected: 'at most 100 percent', found: String(found.value) }
          problems.push(problemAt(at, 'OUT_OF_RANGE', message, details))
        }
        if (mayBeShare(path)) return cited
        const message = `"${path.at(-1)}" must be an amount of money here, but the fact "${cited}" is a share.`
        problems.push(problemAt(at, 'WRONG_UNIT', message, { expected, found: cited }))
      } else if (currency !== undefined && isCurrency(found.unit) && found.unit !== currency) {
        const message = `The fact "${cited}" is in ${found.unit}, and the first price of the tariff in ${currency}.`
        problems.push(
          problemAt(at, 'WRONG_UNIT', message, { expected: `a fact in ${currency}`, found: cited }),
        )
      } else if (!mayBeFraction(path) && roundMoney(found.value, found.unit) !== found.value) {
        const message = `The fact "${cited}" is ${found.value}, which nobody can pay: the receipt would not add up.`
        const details = { expected: 'an amount that can be paid', found: String(found.value) }
        problems.push(problemAt(at, 'TOO_MANY_DECIMALS', message, details))
      }
      return cited
    },
  })
  return problems
}

/** Whether an amount may be in percent of the lines above it. */
const mayBeShare = (path: Path): boolean =>
  path.at(-1) === 'amount' &&
  ['times', 'places', 'surcharges', 'discounts'].includes(String(path[2]))

/** Whether an amount is multiplied, such as 0.655 a mile. */
const mayBeFraction = (path: Path): boolean => path.at(-1) === 'each' || path.includes('units')

const describeValue = (value: FactValue, isOpen: boolean): string =>
  typeof value === 'object'
    ? `a range from ${value.min} to ${value.max}`
    : typeof value === 'string'
      ? `the text "${value}"`
      : isOpen
        ? `${value} or more`
        : String(value)

/** Checks that the tiers follow each other, and that each town has one price. */
function checkTiers(context: TariffContext): Problem[] {
  const { travel } = asRecord(context.site.settings.tariff)
  const tiers = asRecords(asRecord(travel).tiers)
  const start = locateChild(locateTariff(context), 'travel', 'tiers')
  const problems: Problem[] = []
  let last: { end: number; unit: string } | undefined
  const places = new Map<string, number>()
  for (const [index, { miles, towns }] of tiers.entries()) {
    const at = locateChild(start, index, 'miles')
    const found = readFact(miles, context)
    if (found && (typeof found.value === 'string' || found.isOpen)) {
      const message = `A tier needs a distance or a range of distances, but this fact is ${describeValue(found.value, found.isOpen)}.`
      problems.push(
        problemAt(at, 'WRONG_UNIT', message, {
          expected: 'a fact with a number or a range in miles or km',
          found: asText(miles),
        }),
      )
    } else if (found) {
      const { value, unit } = found
      const next = last ? last.end + 1 : 0
      const [from, end] =
        typeof value === 'object' ? [value.min, value.max] : [next, value as number]
      // The first tier may begin at 1: at the door, there is no way.
      const isFirst = last === undefined && from <= 1
      const message =
        last && unit !== last.unit
          ? `This tier is in ${unit}, and the one before in ${last.unit}.`
          : from > next && !isFirst
            ? `No tier has a price for ${next}${from - 1 > next ? `–${from - 1}` : ''} ${unit}.`
            : from < next || end < from
              ? `This tier overlaps the one before, which ends at ${next - 1} ${unit}.`
              : undefined
      if (message !== undefined)
        problems.push(
          problemAt(at, 'UNEVEN_TARIFF', message, {
            expected: `a fact that begins at ${next} ${last?.unit ?? unit}`,
            found: asText(miles),
          }),
        )
      last = { end, unit }
    }
    for (const [position, town] of asTexts(towns).entries()) {
      const other = places.get(town)
      if (other !== undefined)
        problems.push(
          problemAt(
            locateChild(start, index, 'towns', position),
            'UNEVEN_TARIFF',
            `${town} is in tier ${other + 1}, too.`,
            { found: town, fix: 'Delete one of them.' },
          ),
        )
      else places.set(town, index)
    }
  }
  return [...problems, ...checkTowns(context, places, last !== undefined)]
}

/** Checks that every town has a price. */
function checkTowns(
  context: TariffContext,
  places: Map<string, number>,
  hasDistances: boolean,
): Problem[] {
  const { travel } = asRecord(context.site.settings.tariff)
  if (travel === undefined || hasDistances) return []
  const { areaServed } = asRecord(context.site.settings.business)
  const left = asRecords(asRecord(areaServed).towns).flatMap(({ name, fee }) =>
    fee !== undefined || places.has(asText(name)) ? [] : [asText(name)],
  )
  if (left.length === 0) return []
  const at = locateKey(locateChild(locateTariff(context), 'travel', 'tiers'))
  const message = `No tier has a price for ${formatNameList(left)}.`
  const fix = 'Add them to the towns of a tier, or give each a fee in business.areaServed.'
  return [problemAt(at, 'UNEVEN_TARIFF', message, { fix })]
}

const minutesPerWeek = 7 * minutesPerDay

/** Checks that each open minute of the week, and of holidays, has one time band. */
function checkTimes(context: SiteRuleContext): Problem[] {
  const { settings } = context.site
  const entries = asRecords(asRecord(settings.tariff).times)
  if (!entries.some(({ times }) => times !== undefined)) return []
  const start = locateChild(locateTariff(context), 'times')
  /**
   * For each minute from the beginning of Sunday: the number of its entry, from 1. After Saturday, a
   * holiday follows.
   */
  const owners = new Uint16Array(minutesPerWeek + minutesPerDay)
  const namesHolidays = entries.some(({ days }) => asTexts(days).some(isAllHolidays))
  const problems = entries.flatMap((entry, index) => {
    if (entry.times === undefined) return []
    const overlapped = new Set<number>()
    // Validation reports what is no day.
    const isDay = (text: string) => weekdays.includes(text) || isAllHolidays(text)
    const days = entry.days === undefined ? weekdays : asTexts(entry.days).filter(isDay)
    const ranges: TimeRange[] = readEntryTimes({ times: entry.times }) ?? []
    for (const day of days)
      for (const [opens, closes] of ranges)
        for (let minute: number = opens; minute < closes; minute++) {
          const isHoliday = isAllHolidays(day)
          // What lasts past midnight ends on a day of which nothing is known.
          if (isHoliday && minute >= minutesPerDay) break
          const at = isHoliday
            ? minutesPerWeek + minute
            : (weekdays.indexOf(day) * minutesPerDay + minute) % minutesPerWeek
          const owner = owners[at]!
          if (owner !== 0 && owner !== index + 1) overlapped.add(owner)
          owners[at] = index + 1
        }
    return [...overlapped].map((owner) =>
      problemAt(
        locateChild(start, index, 'times'),
        'UNEVEN_TARIFF',
        `"${asText(entry.label)}" overlaps "${asText(entries[owner - 1]!.label)}".`,
        { found: asText(entry.times) },
      ),
    )
  })
  const week = readWrittenWeek(settings) ?? weekdays.map(() => [[0, minutesPerDay] as const])
  const isOpenOn = (day: number, at: number) => {
    const [today, yesterday] = [week[day]!, week[(day + 6) % 7]!]
    return (
      today.some(([opens, closes]) => at >= opens && at < closes) ||
      yesterday.some(([, closes]) => at < closes - minutesPerDay)
    )
  }
  // A holiday falls on any day of the week.
  const isOpen = (minute: number) =>
    minute < minutesPerWeek
      ? isOpenOn(Math.floor(minute / minutesPerDay), minute % minutesPerDay)
      : namesHolidays && week.some((_, day) => isOpenOn(day, minute % minutesPerDay))
  const isLeftOut = (minute: number) => owners[minute] === 0 && isOpen(minute)
  const from = owners.findIndex((_, minute) => isLeftOut(minute))
  if (from === -1) return problems
  let to = from
  while (to < owners.length && isLeftOut(to)) to++
  const day = [...weekdays, allHolidays][Math.floor(from / minutesPerDay)]!
  const end = Math.min(to, (Math.floor(from / minutesPerDay) + 1) * minutesPerDay)
  const left = `${day} ${toClock(from)}-${end % minutesPerDay === 0 ? '24:00' : toClock(end)}`
  const message = `No time of the tariff covers ${left}.`
  return [...problems, problemAt(locateKey(start), 'UNEVEN_TARIFF', message)]
}

/** Checks that each name is used once in its list. */
function checkDuplicates(context: SiteRuleContext): Problem[] {
  const tariff = asRecord(context.site.settings.tariff)
  const start = locateTariff(context)
  const lists = [
    ...['services', 'times', 'places'].map((list) => [[list]]),
    [['surcharges'], ['discounts']],
    ...asRecords(tariff.services).map((_, index) => [['services', index, 'units']]),
  ]
  return lists.flatMap((parts) => {
    const names = new Set<unknown>()
    return parts.flatMap((steps) =>
      asRecords(getAt(tariff, steps)).flatMap(({ name }, index) => {
        if (typeof name !== 'string' || !names.has(name)) {
          names.add(name)
          return []
        }
        const at = locateChild(start, ...steps, index, 'name')
        const message = `The name "${name}" is used above, too.`
        const fix = 'Give it a name of its own.'
        return [problemAt(at, 'DUPLICATE_FIELD', message, { found: name, fix })]
      }),
    )
  })
}

/** Lists the labels of a tariff whose texts are not translated. */
function listUntranslated(value: unknown, language: string): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => listUntranslated(each, language))
  if (!isRecord(value)) return []
  const { label, translations, ...rest } = value
  const own = chooseLanguage(asRecord(translations), language)
  const isMissing = (name: string) => value[name] !== undefined && asRecord(own)[name] === undefined
  const isUntranslated = label !== undefined && ['label', 'note', 'beyond'].some(isMissing)
  return [
    ...(isUntranslated ? [asText(label)] : []),
    ...listUntranslated(Object.values(rest), language),
  ]
}

/** Reports a quote that mixes languages. */
function checkLanguage(
  language: unknown,
  { languages, tariff }: Record<string, unknown>,
  location: SourceLocation,
): Problem[] {
  if (typeof language !== 'string' || !(language in asRecord(languages))) return []
  const untranslated = listUntranslated(tariff, language)
  if (untranslated.length === 0) return []
  const message = `The tariff has texts that are not in the language of this page: ${formatFirstItems(untranslated, 3)}.`
  const tag = language.split('-')[0]
  const fix = `Add translations: { ${tag}: { label: …, note: … } } to each under site.tariff.`
  return [problemAt(location, 'MISSING_WORDS', message, { found: language, fix })]
}

export const tariffPageRules: PageRule[] = [
  // A schedule with times of the tariff is in one language.
  ({ location }, { raw, settings }) =>
    listWrittenBlocks(raw, location, 'schedule').flatMap(({ block, location: at }) => {
      const isTimed = asRecords(block.options).some(({ times }) => times !== undefined)
      return isTimed ? checkLanguage(raw.language, settings, locateChild(at, 'type')) : []
    }),
  // A quote needs a tariff, and is in one language.
  ({ location }, { raw, settings }) =>
    listWrittenBlocks(raw, location, 'quote').flatMap(({ location: at }) => {
      if (settings.tariff !== undefined)
        return checkLanguage(raw.language, settings, locateChild(at, 'type'))
      const message = 'This block prints prices of the tariff, but site has none.'
      return [problemAt(at, 'MISSING_TARIFF', message)]
    }),
]

/** Skips a check while entries are read that are never in the tariff together. */
const unlessAlternatives =
  (check: SiteRule): SiteRule =>
  (context) =>
    context.context.moment.everything ? [] : check(context)

export const tariffRules: SiteRule[] = [checkAmounts, checkTiers, checkTimes, checkDuplicates].map(
  unlessAlternatives,
)
