import { type Path, type SourceLocation, convertPaths, locateChild } from '../problems/location.ts'
import { asRecord, asRecords, isRecord, type UnknownRecord } from '../util/records.ts'
import {
  type DatedPart,
  type Days,
  type HiddenNames,
  type Moment,
  addMomentNote,
  formatMoment,
  isInPeriod,
} from '../days/moment.ts'
import { parseDays } from '../days/parse-days.ts'
import { cites, computedReadingName, type LedgerFact } from '../facts/facts.ts'
import type { Site, Page } from '../merge/merge-sources.ts'
import { getValidator } from '../validate/validate-file.ts'
import type { Schema } from '../validate/json-schema.ts'
import { problemAt, type Problem } from '../problems/problem.ts'
import { asText, asTexts } from '../util/as-text.ts'
import { chooseLanguage } from '../util/supported-language.ts'
import { findStartOfDay, parseLocalTime, reportTimeZone } from '../days/time-zone.ts'
import { findRowSource, RowSource } from '../sets/row-source.ts'
import { listBusinesses } from '../hours/list-businesses.ts'
import { addDays } from '../days/day.ts'
import { planHours } from '../hours/plan-hours.ts'
import { findName } from '../shared/find-name.ts'

/**
 * Reduces a merged site to what is shown at a moment, before any other stage reads it: removes
 * pages, settings, and parts of the pages of sets. Blocks of pages in files are removed when the
 * page is read: see `filterPageByMoment`.
 * @param site is changed
 * @param moment gets the names that are hidden, for the pages that are read later
 */
export function filterSiteByMoment(site: Site, moment: Moment, schema: Schema): Problem[] {
  const problems = [...checkTimeZone(site, moment), ...reportNotices(site, moment)]
  const { settings, main } = site
  const tariff = filterByMoment(settings.tariff, { source: main, path: [] }, moment, '')
  if (tariff) moment.hiddenNames = findHiddenNames(settings.tariff, tariff.value)
  showSettings(site, moment, schema, problems)
  settleComputable(site, settings)
  for (const { business } of listBusinesses(site.settings))
    site.dated.push(...listSpecialDayParts(business, moment))
  for (const [route, page] of site.pages) {
    const { hidden, ...days } = readPageDays(page, moment, problems)
    const hasDays = page.raw.publish !== undefined || days.from !== undefined
    if (hasDays && hidden !== 'draft')
      site.dated.push({ ...days, what: `the page ${route}`, isShown: hidden === undefined })
    if (hidden) {
      site.pages.delete(route)
      site.hidden.set(route, page)
    } else site.pages.set(route, showOutline(page, site, moment, schema, problems))
  }
  return problems
}

/**
 * Settles what follows from the tariff once the owner has decided on one of the prices or distances
 * that it is computed from. What is computed for an example that is hidden is stated again.
 * @param written the settings with what is hidden
 */
function settleComputable({ settings, facts }: Site, written: Site['settings']): void {
  const isDecided = ({ settled, readings }: LedgerFact) =>
    settled !== undefined && settled !== computedReadingName && readings.size > 1
  const decided = [...facts.values()].filter(isDecided)
  const shown = listComputable(settings)
  for (const name of listComputable(written).keys()) {
    const fact = facts.get(name)
    if (!fact) continue
    const parts = shown.get(name)
    if (fact.settled === computedReadingName && !parts)
      facts.set(name, { ...fact, settled: undefined })
    if (!parts || fact.settled !== undefined || fact.readings.size !== 1) continue
    if (decided.some((each) => cites(parts, each.name)))
      facts.set(name, { ...fact, settled: computedReadingName })
  }
}

function checkTimeZone({ main, settings }: Site, { zone }: Moment): Problem[] {
  if (zone !== 'unknown') return []
  return [reportTimeZone(String(settings.timeZone), { source: main, path: ['site', 'timeZone'] })]
}

/** Reports messages that have ended, and those without a translation, while there is time to translate. */
function reportNotices({ main, settings }: Site, moment: Moment): Problem[] {
  const tags = Object.keys(asRecord(settings.languages))
  const notices = Array.isArray(settings.notices) ? settings.notices : []
  return notices.flatMap((notice, index) => {
    const { publish, translations } = asRecord(notice)
    const location: SourceLocation = { source: main, path: ['site', 'notices', index] }
    const { until, never } = parseDays(publish, locateChild(location, 'publish'), moment, [])
    if (never) return []
    if (until !== undefined && until <= moment.now) {
      const found = asText(asRecord(publish).until)
      const at = locateChild(location, 'publish', 'until')
      return [problemAt(at, 'ENDED_MESSAGE', 'No page shows this message any more.', { found })]
    }
    return tags
      .filter((tag) => !chooseLanguage(asRecord(translations), tag))
      .map((tag) =>
        problemAt(
          location,
          'MISSING_TRANSLATION',
          `This message has no translation into "${tag}".`,
          {
            expected: `translations: { ${tag}: … }`,
            fix: 'Translate it. Until then, pages in that language show it as it is.',
          },
        ),
      )
  })
}

function showSettings(site: Site, moment: Moment, schema: Schema, problems: Problem[]): void {
  const sections = { settings: 'site', navigation: 'navigation' } as const
  for (const [property, section] of Object.entries(sections)) {
    const key = property as keyof typeof sections
    const at: SourceLocation = { source: site.main, path: [section] }
    const written = site[key]
    const shown = filterByMoment(written, at, moment, section)
    if (!shown) continue
    site[key] = shown.value as Site['settings']
    const { locate, toFilePath } = shown.location.source
    site.main = { ...site.main, locate, ...(toFilePath && { toFilePath }) }
    site.dated.push(...shown.parts)
    problems.push(...shown.problems)
    if (shown.parts.every(({ isShown }) => isShown)) continue
    const validate = (value: unknown) =>
      getValidator(schema).definition(section, value, shown.location)
    const invalid = validate(written).length > 0 ? [] : validate(shown.value)
    problems.push(...invalid.map((problem) => addMomentNote(problem, moment)))
  }
}

/**
 * Shows a page of the merged site: of a page in a file only its outline, of an article or a page of
 * a set the whole entry.
 */
function showOutline(
  page: Page,
  { dated }: Site,
  moment: Moment,
  schema: Schema,
  problems: Problem[],
): Page {
  const source = findRowSource(page)
  if (!source) return { ...page, raw: filterPageByMoment(page, moment).page.raw }
  const shown = filterPageByMoment(page, moment, schema)
  if (shown.page === page) return page
  dated.push(...shown.parts)
  problems.push(...shown.problems)
  const { set, row, route, template } = source
  const moved = new RowSource(set, row, route, template)
  if (shown.page.location.source !== source) moved.locate = shown.page.location.source.locate
  return { ...shown.page, location: { ...page.location, source: moved } }
}

/** Lists the coming special days of a business as parts of the site that have days. */
const listSpecialDayParts = (business: unknown, moment: Moment): DatedPart[] =>
  (planHours(business, moment)?.special ?? []).map(({ from, last, holiday }) => {
    const days = {
      from: findStartOfDay(Date.parse(from), moment.timeZone),
      until: findStartOfDay(Date.parse(addDays(last, 1)), moment.timeZone),
    }
    const name = holiday ? ` (${holiday.en})` : ''
    const what = from === last ? `the special day ${from}` : `the special time ${from} to ${last}`
    return {
      ...days,
      what: `${what}${name}`,
      isShown: isInPeriod(days, moment.now),
      isHarmless: true,
    }
  })

/** Why a page is not shown at a moment. A `scheduled` page is not published yet. */
export type HiddenReason = 'draft' | 'scheduled' | 'ended'

/**
 * Reads the days of a page, and whether it is hidden at a moment.
 * @param problems extended with the problems found
 */
export function readPageDays(
  { route, raw, location }: Pick<Page, 'route' | 'raw' | 'location'>,
  moment: Moment,
  problems: Problem[] = [],
): Days & { hidden?: HiddenReason } {
  const { now, drafts, everything } = moment
  const days: Days =
    raw.publish === undefined
      ? {}
      : parseDays(raw.publish, locateChild(location, 'publish'), moment, problems)
  const published = findPublicationDay(raw, moment)
  const isAhead = published !== undefined && published > now
  if (isAhead) days.from = Math.max(published, days.from ?? published)
  if (everything) return days
  if (raw.draft === true && !drafts) return { ...days, hidden: 'draft' }
  if (isAhead) problems.push(reportLaterArticle({ route, location }, published, moment))
  if (isInPeriod(days, now)) return days
  return { ...days, hidden: days.from !== undefined && now < days.from ? 'scheduled' : 'ended' }
}

/** @returns the first minute of the day on which an article is published */
function findPublicationDay(raw: Page['raw'], { timeZone }: Moment): number | undefined {
  if (raw.kind !== 'article') return undefined
  // Validation reports other values, and a rule reports days that do not exist.
  const day = parseLocalTime(asText(asRecord(raw.article).published))
  return day && findStartOfDay(day.local, timeZone)
}

function reportLaterArticle(
  { route, location }: Pick<Page, 'route' | 'location'>,
  published: number,
  { timeZone }: Moment,
): Problem {
  const day = formatMoment(published, timeZone)
  const message = `The article ${route} is hidden until ${day}, the day on which it is published.`
  return problemAt(locateChild(location, 'article', 'published'), 'LATER_ARTICLE', message)
}

/**
 * A page as it is shown at a moment.
 * @property parts its blocks and list entries that have days
 */
type ShownPage<P> = { page: P; parts: DatedPart[]; problems: Problem[] }

/**
 * Leaves out the blocks and list entries of a page that are not shown at a moment.
 * @param schema validates the shortened page; undefined for an outline, which is never valid
 */
export function filterPageByMoment<P extends Pick<Page, 'route' | 'raw' | 'location'>>(
  page: P,
  moment: Moment,
  schema?: Schema,
): ShownPage<P> {
  // `filterSiteByMoment` has already checked the days of the page itself.
  const { publish, ...content } = page.raw
  const shown = filterByMoment(content, page.location, moment, `the page ${page.route}`)
  if (!shown) return { page, parts: [], problems: [] }
  const { parts, problems, location } = shown
  const raw: Page['raw'] = {
    ...(shown.value as object),
    ...(publish !== undefined && { publish }),
  }
  const isWhole = parts.every(({ isShown }) => isShown)
  const validate = (value: unknown) =>
    schema ? getValidator(schema).definition('page', value, { ...location, target: undefined }) : []
  // A list may be too short once entries are left out. Problems of the entry as written are
  // reported elsewhere.
  const found = isWhole || validate(page.raw).length > 0 ? [] : validate(raw)
  return {
    page: { ...page, raw, location, whole: page.raw },
    parts,
    problems: [...problems, ...found.map((problem) => addMomentNote(problem, moment))],
  }
}

/**
 * A value as it is shown at a moment.
 * @property parts everything in it that has days
 * @property toSourcePath converts a path below the shown value to the path in the file
 */
type ShownValue = {
  value: unknown
  location: SourceLocation
  parts: DatedPart[]
  problems: Problem[]
  toSourcePath: (path: Path) => Path
}

/**
 * Removes the objects in a value that their property `publish` hides at a moment, and removes
 * `publish` from the others. Later stages see plain data, whose locations are still those in the
 * file.
 * @param owner the name of the value, used in the names of its parts, such as `the page /pricing`
 * @returns undefined if nothing in the value has days
 */
export function filterByMoment(
  value: unknown,
  location: SourceLocation,
  moment: Moment,
  owner: string,
): ShownValue | undefined {
  const { hiddenNames } = moment
  if (!hiddenNames && !hasDays(value)) return undefined
  const moved: MovedItems = new Map()
  const toSourcePath = (path: Path) => convertToSourcePath(path, moved)
  const shown: ShownValue = { value, location, parts: [], problems: [], toSourcePath }
  const visit = (item: unknown, path: Path, to: Path | undefined): unknown => {
    if (Array.isArray(item)) return visitList(item, path, to)
    return isRecord(item) ? visitObject(item, path, to) : item
  }
  /** @param to the path of the value in the result; undefined if an object around it is left out */
  const visitObject = (group: Record<string, unknown>, path: Path, to: Path | undefined) => {
    const { publish, ...rest } = group
    const at = locateChild(location, ...path, 'publish')
    const days = parseDays(publish, at, moment, shown.problems)
    const isShown = moment.everything || isInPeriod(days, moment.now)
    if (publish !== undefined)
      shown.parts.push({ ...days, what: describePart(value, path, owner), isShown })
    const kept = isShown ? to : undefined
    const entries = Object.entries(rest).flatMap(([key, child]) => {
      if (hiddenNames && isChoiceOfHidden(key, child, hiddenNames)) return []
      const part = visit(child, [...path, key], kept && [...kept, key])
      return part === leftOut ? [] : [[key, part] as const]
    })
    return isShown ? Object.fromEntries(entries) : leftOut
  }
  const visitList = (list: unknown[], path: Path, to: Path | undefined) => {
    const items: unknown[] = []
    const written: number[] = []
    const isHidden = (item: unknown) =>
      hiddenNames !== undefined &&
      (isRecord(item)
        ? isAboutHidden(item, path, hiddenNames)
        : isHiddenName(item, path, hiddenNames))
    for (const [index, item] of list.entries()) {
      if (isHidden(item)) continue
      const part = visit(item, [...path, index], to && [...to, items.length])
      if (part === leftOut) continue
      items.push(part)
      written.push(index)
    }
    // Nobody has written an empty list.
    if (items.length === 0 && list.some(isHidden)) return leftOut
    if (to && items.length < list.length) moved.set(to.join('\n'), written)
    return items
  }
  shown.value = visit(value, [], [])
  const { source, path } = location
  if (moved.size > 0)
    shown.location = { ...location, source: convertPaths(source, path, toSourcePath) }
  return shown
}

const leftOut = Symbol('left out')

/**
 * The facts that the tariff can compute, each with the parts of the settings that it is computed
 * from: totals that examples promise, their range, and fees of towns.
 */
function listComputable({ tariff, business }: Site['settings']): Map<string, unknown[]> {
  const { examples, range, ...parts } = asRecord(tariff)
  const { towns } = asRecord(asRecord(business).areaServed)
  const computable = new Map<string, unknown[]>()
  const add = (name: unknown, ...from: unknown[]) =>
    computable.set(asText(name), [...(computable.get(asText(name)) ?? []), ...from])
  for (const { fee } of asRecords(towns)) add(fee, parts.travel)
  for (const { promised, choice } of asRecords(examples))
    for (const name of asTexts(promised)) add(name, listAmounts(parts, asRecord(choice)))
  add(asRecord(range).fact, parts)
  return computable
}

/** The amounts of a tariff that a choice adds up. What is not chosen is the first of its list. */
function listAmounts(tariff: UnknownRecord, choice: UnknownRecord): unknown[] {
  const find = (list: unknown, name: unknown) =>
    asRecords(list).find((each) => each.name === name) ?? asRecords(list)[0] ?? {}
  const service = find(tariff.services, choice.service)
  const without = asTexts(service.without)
  const [place, time] = (['place', 'time'] as const).map((part) =>
    without.includes(`${part}s`) ? {} : find(tariff[`${part}s`], choice[part]),
  )
  const units = asRecords(service.units).filter(
    ({ name }) => asText(name) in asRecord(choice.units),
  )
  const extras = [...asRecords(tariff.surcharges), ...asRecords(tariff.discounts)]
  return [
    place!.base ?? service.base,
    without.includes('travel') || !('town' in choice || 'distance' in choice)
      ? undefined
      : tariff.travel,
    ...[place!, time!, ...units].map(({ amount }) => amount),
    ...extras.filter(({ name }) => asTexts(choice.extras).includes(asText(name))),
  ]
}

/** Finds what is in the lists of a tariff as written, and in no entry that is shown. */
function findHiddenNames(written: unknown, shown: unknown): HiddenNames | undefined {
  const list = (name: 'services' | 'times' | 'places') => {
    const left = new Set(asRecords(asRecord(shown)[name]).map((entry) => entry.name))
    const names = asRecords(asRecord(written)[name]).map((entry) => asText(entry.name))
    return names.filter((entry) => !left.has(entry))
  }
  const hidden = { service: list('services'), time: list('times'), place: list('places') }
  return Object.values(hidden).some((names) => names.length > 0) ? hidden : undefined
}

const kindsOfNames = ['service', 'time', 'place'] as const

/** Whether a button or a quote asks for what the tariff does not show: it then asks for nothing. */
const isChoiceOfHidden = (key: string, value: unknown, hidden: HiddenNames): boolean =>
  (key === 'choice' || key === 'start') &&
  kindsOfNames.some((kind) => hidden[kind].includes(asText(asRecord(value)[kind])))

/** Whether an example, or a part of the tariff, is about nothing but what is hidden. */
function isAboutHidden(group: Record<string, unknown>, list: Path, hidden: HiddenNames): boolean {
  if (list.at(-1) === 'examples') return isChoiceOfHidden('choice', group.choice, hidden)
  return kindsOfNames.some((kind) => {
    const names = asTexts(asRecord(group.only)[`${kind}s`])
    return names.length > 0 && names.every((name) => hidden[kind].includes(name))
  })
}

/** Whether an entry of a list is the name of something hidden, as in `only: { services: … }`. */
const isHiddenName = (name: unknown, list: Path, hidden: HiddenNames): boolean =>
  typeof name === 'string' &&
  (list.at(-2) === 'only' || list.at(-3) === 'options') &&
  kindsOfNames.some((kind) => list.at(-1) === `${kind}s` && hidden[kind].includes(name))

function hasDays(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some(hasDays)
  for (const key in value)
    if (key === 'publish' || hasDays((value as Record<string, unknown>)[key])) return true
  return false
}

/**
 * For each list with items left out, by its path in the result: the original index of each item.
 */
type MovedItems = Map<string, number[]>

function convertToSourcePath(path: Path, moved: MovedItems): Path {
  return path.map((step, index) => {
    const written = typeof step === 'number' && moved.get(path.slice(0, index).join('\n'))
    return written ? (written[step as number] ?? step) : step
  })
}

/**
 * Describes a part for people: `the block notice of the page /`, `"Open on Sunday" in the block
 * hours of …`.
 */
function describePart(root: unknown, path: Path, owner: string): string {
  let value = root
  let block: string | undefined
  for (const [index, step] of path.entries()) {
    value = (value as Record<string, unknown>)[step]
    if (index === 1 && path[0] === 'blocks' && isRecord(value)) block = String(value.type)
  }
  if (block !== undefined && path.length === 2) return `the block ${block} of ${owner}`
  const name = findName(value as Record<string, unknown>)
  const list = path.findLast((step) => typeof step === 'string')
  const part = name === undefined ? `an entry of ${String(list)}` : `"${name}"`
  return `${part} in ${block === undefined ? owner : `the block ${block} of ${owner}`}`
}
