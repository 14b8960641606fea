import type { RawPage } from '../resolve/merge-sources.ts'
import type { Problem } from '../problems/types.ts'
import { locateChild } from '../util/locate-child.ts'
import { isInPeriod, type Days, type Moment } from './moment.ts'
import { parseDays } from './parse-days.ts'

/** Why a page is not shown at a moment. A `scheduled` page is not published yet. */
export type HiddenReason = 'draft' | 'scheduled' | 'ended'

/**
 * Reads the days of a page, and whether it is hidden at a moment.
 * @param problems extended with the problems found
 */
export function readPageDays(
  { raw, location }: Pick<RawPage, 'raw' | 'location'>,
  moment: Moment,
  problems: Problem[] = [],
): Days & { hidden?: HiddenReason } {
  const { now, drafts, everything } = moment
  const days: Days =
    raw.publish === undefined
      ? {}
      : parseDays(raw.publish, locateChild(location, 'publish'), moment, problems)
  if (everything) return days
  if (raw.draft === true && !drafts) return { ...days, hidden: 'draft' }
  if (isInPeriod(days, now)) return days
  return { ...days, hidden: days.from !== undefined && now < days.from ? 'scheduled' : 'ended' }
}
