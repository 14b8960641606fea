import { formatOpeningHours } from '../../hours/format-hours.ts'
import type { Page } from '../../merge/merge-sources.ts'
import type { Crumb, Service } from '../../page-data.ts'
import type { Path, SourceLocation } from '../../problems/location.ts'
import { chooseReviews, showsReviews, toTestimonial } from '../../reviews/choose-reviews.ts'
import { formatHourLabels, parseDaySpan } from '../../times/parse-day-span.ts'
import { asText, asTexts } from '../../util/as-text.ts'
import { asRecords, isRecord, type UnknownRecord, asList, asRecord } from '../../util/records.ts'
import { slugify } from '../../util/slugify.ts'
import { toFeedPath, type findPageArticles } from '../collect-articles.ts'
import { deriveMap } from '../derive-map.ts'
import { resolvePlainText } from '../resolve-text.ts'
import { resolveTariff } from '../resolve-tariff.ts'
import type { Findings, TextContext } from '../text/findings.ts'
import { deriveAnchor } from './anchors.ts'
import { getPageSeal } from './page-seal.ts'
import type { PageContext } from './page-types.ts'
import type { TimeRange, VisitCalendar } from '../../resolved-values.ts'
import { getHolidayName } from '../../hours/holidays.ts'
import { parseTimes, readEntryTimes, sortRanges } from '../../times/parse-times.ts'
import { isAllHolidays, readWeek, weekdays, type HoursPlan } from '../../hours/plan-hours.ts'

/** What properties are derived from, besides the object that lacks them. */
type DerivationSource = {
  page: Page
  context: PageContext
  text: TextContext
  findings: Findings
  articles: ReturnType<typeof findPageArticles>
  breadcrumbs: Crumb[]
  isIdUsed: (id: string) => boolean
}

/**
 * Derives one property of an object, as far as that is resolved.
 * @param names what follows the first dot in the schema
 */
type Derivation = (
  group: UnknownRecord,
  source: DerivationSource,
  location: SourceLocation,
  names: string[],
) => unknown

/** By the name that a schema gives as `derived`, or by the part of it before the first dot. */
const derivations: Record<string, Derivation> = {
  words: (group, { context }) => context.words.get(asText(group.type)),
  // Such as `word-of.page.useLocation`: a word of the type `page`.
  'word-of': (_, { context }, __, [type, word]) => context.words.get(type!)?.[word!],
  // Such as `slug-of.heading`.
  'slug-of': (group, _, __, [sibling]) => slugify(asText(group[sibling!])),
  'anchor-of': (group, { findings, isIdUsed }, { source, path }, [sibling]) =>
    deriveAnchor(
      asText(group[sibling!]),
      { source, path: [...path, sibling!] },
      findings,
      isIdUsed,
    ),
  'span-of': (group, _, __, [sibling]) => parseDaySpan(asText(group[sibling!])),
  'map-of': (group, { context, findings }, { source, path }) =>
    deriveMap(group, { source, path: [...path] }, context, findings),
  'site.opening-hours': (_, { context: { hours, language, siteLanguage } }) =>
    hours && formatOpeningHours(hours, language, siteLanguage.language),
  'site.day-hours': (_, { context }) => formatHourLabels(context.language),
  'site.visit-calendar': (_, { context: { hours, rawSettings, language } }) =>
    createVisitCalendar(hours, rawSettings.tariff, language),
  // Only a schedule whose services name times of the tariff computes prices.
  'site.tariff': (group, { context, findings }, location) =>
    group.type === 'schedule' && !asRecords(group.options).some(({ times }) => times !== undefined)
      ? undefined
      : resolveTariff(context, location, findings),
  'site.reviews': (group, { context }) =>
    showsReviews(group)
      ? chooseReviews(group, context).map((review) => toTestimonial(review, context))
      : undefined,
  'page.breadcrumbs': (_, { breadcrumbs }) => breadcrumbs,
  'page.article': (_, { articles }) => articles.article,
  'page.articles': (_, { articles: { articles } }) => (articles.length > 0 ? articles : undefined),
  'page.listing': (_, { articles: { listing, article } }) =>
    listing !== undefined && article
      ? `${listing}?category=${encodeURIComponent(slugify(article.category))}`
      : undefined,
  'page.feed': (_, { articles: { listing } }) =>
    listing === undefined ? undefined : toFeedPath(listing),
  'page.related': (group, { articles: { related } }) =>
    related?.slice(0, typeof group.show === 'number' ? group.show : 3),
  'page.offer': (_, { page, text }) => formatOffer(page, text),
  'page.seal': (_, { page: { raw, route }, context }) =>
    context.hasSeals ? getPageSeal(asText(raw.kind), route) : undefined,
}

/**
 * Derives a property that an object leaves out.
 * @param name from the schema. Any other name is that of a value in the settings.
 */
export function deriveProperty(
  name: string,
  group: UnknownRecord,
  source: DerivationSource,
  path: Path,
): unknown {
  const [kind, ...names] = name.split('.')
  const derive = derivations[name] ?? derivations[kind!]
  return derive
    ? derive(group, source, { source: source.page.location.source, path }, names)
    : source.context.derivedValues.get(name)
}

/** Kinds of pages that visitors reach from a search or an ad. They state what they offer. */
const searchLandingKinds = new Set(['near-me', 'landing', 'ppc'])

/** Formats the service and area of a search landing page: `Emergency repair · Springfield`. */
function formatOffer(
  { raw: { kind, service }, location: { source } }: Page,
  text: TextContext,
): string | undefined {
  if (!searchLandingKinds.has(asText(kind)) || !isRecord(service)) return undefined
  const resolveText = (value: unknown) =>
    resolvePlainText(asText(value), { source, path: [] }, text)
  const name = resolveText((service as Partial<Service>).name)
  const area = resolveText((service as Partial<Service>).area)
  return [name, name.includes(area) ? '' : area].filter(Boolean).join(' · ') || undefined
}

/**
 * Creates what a schedule needs to know of the opening hours, the holidays and the tariff.
 * @param tariff as written
 * @returns undefined if the settings have no hours, and the tariff has none either
 */
export function createVisitCalendar(
  hours: HoursPlan | undefined,
  tariff: unknown,
  language: string,
): VisitCalendar | undefined {
  const { times, hours: visits } = asRecord(tariff)
  const written = asList(times).filter(isRecord)
  const bands = written.flatMap((entry) => {
    const ranges = readEntryTimes({ times: entry.times })
    return ranges === undefined || typeof entry.name !== 'string'
      ? []
      : [{ name: entry.name, ...listBandRanges(entry.days, ranges) }]
  })
  if (!hours && bands.length === 0) return undefined
  const namesHolidays = bands.some(({ holiday }) => holiday.length > 0)
  const own = Array.isArray(visits) ? listVisitHours(visits.filter(isRecord)) : undefined
  const ofHolidays = (hours?.holidays ?? []).flatMap(({ day }) =>
    own?.holiday ? [[day, own.holiday]] : [],
  )
  const week = own?.week ?? hours?.week
  return {
    ...(week && { week }),
    special: { ...Object.fromEntries(ofHolidays), ...hours?.calendar?.special },
    holidays: Object.fromEntries(
      (hours?.holidays ?? []).map(({ day, name }) => [day, getHolidayName(name, language)]),
    ),
    bands: bands.map(({ holiday, ...band }) => ({ ...band, ...(namesHolidays && { holiday }) })),
  }
}

/**
 * Lists the hours of visits on each day of the week, Sunday first, and on public holidays if one of
 * the entries names them.
 */
function listVisitHours(entries: UnknownRecord[]) {
  const onHolidays = entries.filter(({ days }) => asTexts(days).some(isAllHolidays))
  const holiday = onHolidays.flatMap(({ times }) => parseTimes(times) ?? [])
  return {
    week: readWeek(entries.map(({ days = weekdays, times }) => ({ days, times }))),
    ...(onHolidays.length > 0 && { holiday: sortRanges(holiday) }),
  }
}

function listBandRanges(days: unknown, ranges: TimeRange[]) {
  const named = days === undefined ? weekdays : asTexts(days)
  return {
    week: weekdays.map((day) => (named.includes(day) ? ranges : [])),
    holiday: named.some(isAllHolidays) ? ranges : [],
  }
}
