import { datesFileName, type ContentDates } from '../source/content-dates.ts'
import { problemInFile, type Problem } from '../problems/problem.ts'
import type { SiteRule } from './index.ts'

/** What the rule needs of a page. */
export type DatedPage = { route: string; indexed: boolean; contentHash: string }

/** @param file the site's main file, which the problem is reported in. */
export function checkRecordedDates(
  pages: DatedPage[],
  dates: ContentDates,
  file: string,
): Problem[] {
  if (dates.readError !== undefined) {
    const message = `The recorded dates cannot be read: ${dates.readError}.`
    return [problemInFile(datesFileName, 'DATES_BROKEN', message)]
  }
  // A site without any recorded date has chosen to have none.
  if (dates.isEmpty) return []
  const undated = pages.filter(
    ({ route, indexed, contentHash }) =>
      indexed && dates.findDate(route, contentHash) === undefined,
  )
  if (undated.length === 0) return []
  const routes = undated.slice(0, 5).map(({ route }) => route)
  const more = undated.length > routes.length ? ` and ${undated.length - routes.length} more` : ''
  const subject = undated.length === 1 ? '1 page has' : `${undated.length} pages have`
  const message = `${subject} changed since the dates were recorded: ${routes.join(', ')}${more}.`
  return [problemInFile(file, 'UNDATED_CHANGE', message)]
}

export const dateRule: SiteRule = {
  name: 'Each indexed page has a recorded date, if any page has',
  check: ({ pages, dates, merged }) =>
    checkRecordedDates(
      pages.map(({ route, meta }) => ({ route, ...meta })),
      dates,
      merged.main.file,
    ),
}
