import { datesFileName } from '../days/content-dates.ts'
import { problemInFile } from '../problems/problem.ts'
import type { SiteRule } from './types.ts'
import { formatFirstItems } from '../util/format-first-items.ts'

/** How many pages a message names. */
const maxRoutes = 5

/** Reports pages without a recorded date, if the site records dates. */
export const dateRule: SiteRule = ({ pages, dates, site }) => {
  if (dates.readError !== undefined) {
    const message = `The recorded dates cannot be read: ${dates.readError}.`
    return [problemInFile(datesFileName, 'INVALID_DATES_FILE', message)]
  }
  // Recording dates is optional.
  if (dates.isEmpty) return []
  const undated = pages.filter(
    ({ route, meta }) => meta.indexed && dates.findDate(route, meta.contentHash) === undefined,
  )
  if (undated.length === 0) return []
  const routes = undated.map(({ route }) => route)
  const subject =
    undated.length === 1 ? '1 page is new or has' : `${undated.length} pages are new or have`
  const message = `${subject} changed, and search engines are not told when: ${formatFirstItems(routes, maxRoutes)}.`
  return [problemInFile(site.main.file, 'UNDATED_CHANGE', message)]
}
