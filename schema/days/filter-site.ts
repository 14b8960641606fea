import type { Problem } from '../problems/types.ts'
import type { MergedSite, RawPage } from '../resolve/merge-sources.ts'
import { RowSource } from '../sets/row-source.ts'
import type { SourceLocation } from '../source/types.ts'
import { getValidator } from '../validate/validate-file.ts'
import type { Schema } from '../validate/json-schema.ts'
import { addMomentNote, type Moment, isInPeriod, type DatedPart } from './moment.ts'
import { readPageDays, filterPageByMoment, filterByMoment } from './filter-by-moment.ts'
import { reportTimeZone, findStartOfDay } from './time-zone.ts'
import { listBusinesses } from '../hours/list-businesses.ts'
import { addDays } from './day.ts'
import { planHours } from '../hours/plan-hours.ts'

/**
 * Reduces a merged site to what is shown at a moment, before any other stage reads it: removes
 * pages, settings, and parts of the pages of sets. Blocks of pages in files are removed when the
 * page is read: see `filterPageByMoment`.
 * @param merged is changed
 */
export function filterSiteByMoment(merged: MergedSite, moment: Moment, schema: Schema): Problem[] {
  const problems = checkTimeZone(merged, moment)
  showSettings(merged, moment, schema, problems)
  for (const { business } of listBusinesses(merged.settings))
    merged.dated.push(...listSpecialDayParts(business, moment))
  for (const [route, page] of merged.pages) {
    const { hidden, ...days } = readPageDays(page, moment, problems)
    const hasDays = page.raw.publish !== undefined || days.from !== undefined
    if (hasDays && hidden !== 'draft')
      merged.dated.push({ ...days, what: `the page ${route}`, isShown: hidden === undefined })
    if (hidden) {
      merged.pages.delete(route)
      merged.hidden.set(route, page)
    } else merged.pages.set(route, showOutline(page, merged, moment, schema, problems))
  }
  return problems
}

function checkTimeZone({ main, settings }: MergedSite, { zone }: Moment): Problem[] {
  if (zone !== 'unknown') return []
  return [reportTimeZone(String(settings.timeZone), { source: main, path: ['site', 'timeZone'] })]
}

function showSettings(
  merged: MergedSite,
  moment: Moment,
  schema: Schema,
  problems: Problem[],
): void {
  const sections = { settings: 'site', navigation: 'navigation' } as const
  for (const [property, section] of Object.entries(sections)) {
    const key = property as keyof typeof sections
    const at: SourceLocation = { source: merged.main, path: [section] }
    const written = merged[key]
    const shown = filterByMoment(written, at, moment, section)
    if (!shown) continue
    merged[key] = shown.value as MergedSite['settings']
    merged.main = { ...merged.main, locate: shown.location.source.locate }
    merged.dated.push(...shown.parts)
    problems.push(...shown.problems)
    if (shown.parts.every(({ isShown }) => isShown)) continue
    const validate = (value: unknown) =>
      getValidator(schema).definition(section, value, shown.location)
    const invalid = validate(written).length > 0 ? [] : validate(shown.value)
    problems.push(...invalid.map((problem) => addMomentNote(problem, moment)))
  }
}

/**
 * The merged site contains the outline of a page, or the whole entry of an article or a page of a
 * set.
 */
function showOutline(
  page: RawPage,
  { dated }: MergedSite,
  moment: Moment,
  schema: Schema,
  problems: Problem[],
): RawPage {
  const { source } = page.location
  if (!(source instanceof RowSource))
    return { ...page, raw: filterPageByMoment(page, moment).page.raw }
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
