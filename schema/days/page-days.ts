import type { RawPage } from '../resolve/merge-sources.ts'
import type { Problem } from '../problems/types.ts'
import { locateChild } from '../util/locate-child.ts'
import { problemAt } from '../problems/problem.ts'
import { asText } from '../util/as-text.ts'
import { asRecord } from '../util/records.ts'
import { formatMoment, isInPeriod, type Days, type Moment } from './moment.ts'
import { parseDays } from './parse-days.ts'
import { findStartOfDay, parseLocalTime } from './time-zone.ts'

/** Why a page is not shown at a moment. A `scheduled` page is not published yet. */
export type HiddenReason = 'draft' | 'scheduled' | 'ended'

/**
 * Reads the days of a page, and whether it is hidden at a moment.
 * @param problems extended with the problems found
 */
export function readPageDays(
  { route, raw, location }: Pick<RawPage, 'route' | 'raw' | 'location'>,
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
function findPublicationDay(raw: RawPage['raw'], { timeZone }: Moment): number | undefined {
  if (raw.kind !== 'article') return undefined
  // Validation reports other values, and a rule reports days that do not exist.
  const day = parseLocalTime(asText(asRecord(raw.article).published))
  return day && findStartOfDay(day.local, timeZone)
}

function reportLaterArticle(
  { route, location }: Pick<RawPage, 'route' | 'location'>,
  published: number,
  { timeZone }: Moment,
): Problem {
  const day = formatMoment(published, timeZone)
  const message = `The article ${route} is hidden until ${day}, the day on which it is published.`
  return problemAt(locateChild(location, 'article', 'published'), 'LATER_ARTICLE', message)
}
