import type { Problem } from '../problems/types.ts'
import type { RawPage } from '../resolve/merge-sources.ts'
import { getValidator } from '../validate/validate-file.ts'
import type { Schema } from '../validate/json-schema.ts'
import { addMomentNote, type DatedPart, type Moment } from './moment.ts'
import { filterByMoment } from './filter-by-moment.ts'

/**
 * A page as it is shown at a moment.
 * @property parts its blocks and list entries that have days
 */
export type ShownPage<P> = { page: P; parts: DatedPart[]; problems: Problem[] }

/**
 * Leaves out the blocks and list entries of a page that are not shown at a moment.
 * @param schema validates the shortened page; undefined for an outline, which is never valid
 */
export function filterPageByMoment<P extends Pick<RawPage, 'route' | 'raw' | 'location'>>(
  page: P,
  moment: Moment,
  schema?: Schema,
): ShownPage<P> {
  // `filterSiteByMoment` has already checked the days of the page itself.
  const { publish, ...content } = page.raw
  const shown = filterByMoment(content, page.location, moment, `the page ${page.route}`)
  if (!shown) return { page, parts: [], problems: [] }
  const { parts, problems, location } = shown
  const raw: RawPage['raw'] = {
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
    page: { ...page, raw, location },
    parts,
    problems: [...problems, ...found.map((problem) => addMomentNote(problem, moment))],
  }
}
