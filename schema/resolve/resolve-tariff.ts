import { geoDistance } from 'd3-geo'
import { earthRadius } from '../drawing/draw-map.ts'
import type { TariffTown } from '../page-data.ts'
import type { MapTown, Tariff, TariffTier } from '../types.gen.ts'
import type { SourceLocation } from '../problems/location.ts'
import { isCurrency } from '../facts/facts.ts'
import { asText, asTexts } from '../util/as-text.ts'
import { asList, asRecord, asRecords, isRecord } from '../util/records.ts'
import { walkSchema } from '../validate/walk-schema.ts'
import { citeTowns } from './derive-map.ts'
import type { PageContext } from './page/page-types.ts'
import { resolveString } from './resolve-text.ts'
import { chooseLanguage } from '../util/supported-language.ts'
import { copyLocation, createFindings, type Findings, type TextContext } from './text/findings.ts'

export type TariffContext = Omit<TextContext, 'readings'> &
  Pick<PageContext, 'rawSettings' | 'schema' | 'language' | 'translations' | 'areaServed'>

/**
 * Resolves the tariff of the settings in the language of a page. Every page uses the same readings
 * of its facts, so that there is one price. Its problems are reported with the settings.
 * @param location of the block, where the page prints its facts
 */
export function resolveTariff(
  context: TariffContext,
  location: SourceLocation,
  findings: Findings,
): Tariff | undefined {
  const { schema } = context
  const { tariff } = context.rawSettings
  if (tariff === undefined) return undefined
  const text = { ...context, readings: new Map<string, string>() }
  const found = createFindings()
  const block = copyLocation(location)
  const resolved = walkSchema(schema, 'tariff', translate(tariff, context), [], {
    string: (format, value, _, rule) =>
      resolveString(format, value, { ...block, schema: rule, context: text, findings: found }),
    derive: (name, travel) =>
      name === 'tariff.towns'
        ? listTowns(asList(travel.tiers).filter(isRecord) as TariffTier[], context)
        : undefined,
  })
  // A page is made again when a price changes.
  findings.citations.push(...found.citations)
  const { towns } = asRecord(asRecord(resolved).travel)
  citeTowns(new Set(asRecords(towns).map(({ name }) => asText(name))), block, context, findings)
  return isComplete(resolved) ? resolved : undefined
}

/** Whether it can be added up. Validation reports what is missing. */
const isComplete = (tariff: unknown): tariff is Tariff => {
  if (!isRecord(tariff)) return false
  const { services, travel, times, places, surcharges, discounts, examples } = tariff
  const isList = (list: unknown, isValid = (_: Record<string, unknown>) => true) =>
    Array.isArray(list) && list.every((each) => isRecord(each) && isValid(each))
  return (
    isList(
      services,
      ({ base, units }) =>
        isRecord(base) && isCurrency(asText(base.unit)) && (!units || isList(units)),
    ) &&
    (services as unknown[]).length > 0 &&
    (!travel || (isRecord(travel) && isList(travel.tiers))) &&
    [times, places, surcharges, discounts].every((list) => !list || isList(list)) &&
    (!examples || isList(examples, ({ choice }) => isRecord(choice)))
  )
}

/**
 * Chooses the texts in the language of the page, and the translations of linked pages. What pages
 * promise is for the report of facts.
 */
function translate(value: unknown, context: TariffContext): unknown {
  if (Array.isArray(value)) return value.map((each) => translate(each, context))
  if (!isRecord(value)) return value
  const { translations, promised: _, range: __, ...rest } = value
  const own = chooseLanguage(asRecord(translations), context.language)
  const links = ['href', 'request'].flatMap((name) => {
    // Without an anchor, because a page in another language has names of its own for its blocks.
    const translations = context.translations.get(String(rest[name]).replace(/#.*/, ''))
    const found = translations?.find(({ language }) => language === context.language)
    return found ? [[name, found.route]] : []
  })
  const texts = { ...rest, ...Object.fromEntries(links), ...(isRecord(own) && own) }
  return Object.fromEntries(
    Object.entries(texts).map(([key, each]) => [key, translate(each, context)]),
  )
}

/** Lists the towns of the settings, and those that only a tier names. */
function listTowns(
  tiers: TariffTier[],
  { areaServed }: Pick<TariffContext, 'areaServed'>,
): TariffTown[] | undefined {
  const unit = tiers.some(({ miles }) => miles?.unit === 'km') ? 'km' : 'miles'
  const known = (asList(areaServed.towns).filter(isRecord) as MapTown[]).map(
    ({ name, href, fee, ...town }): TariffTown => {
      const stated = town.distance?.unit === unit ? town.distance.value : undefined
      const distance = stated ?? measureDistance(town, areaServed, unit)
      return {
        name,
        ...(href !== undefined && { href }),
        ...(fee && { fee }),
        ...(distance !== undefined && { distance }),
      }
    },
  )
  const names = new Set(known.map(({ name }) => name))
  const others = new Set(tiers.flatMap(({ towns }) => asTexts(towns)))
  const all = [
    ...known,
    ...[...others].filter((name) => !names.has(name)).map((name) => ({ name })),
  ]
  return all.length > 0 ? all : undefined
}

/** The great-circle distance from the business, in whole units. */
function measureDistance(
  town: Pick<MapTown, 'latitude' | 'longitude'>,
  { latitude, longitude, radius }: TariffContext['areaServed'],
  unit: keyof typeof earthRadius,
): number | undefined {
  if (latitude === undefined || longitude === undefined) return undefined
  const distance =
    geoDistance([longitude, latitude], [town.longitude, town.latitude]) * earthRadius[unit]
  // 60.3 miles are outside a radius of 60, and must not be rounded to 60.
  const isOutside = radius?.unit === unit && distance > Number(radius.value)
  return isOutside ? Math.ceil(distance) : Math.round(distance)
}
