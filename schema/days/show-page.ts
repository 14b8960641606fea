import type { Problem } from '../problems/types.ts'
import type { RawPage } from '../resolve/merge-sources.ts'
import { getValidator } from '../validate/validate-file.ts'
import type { Schema } from '../validate/json-schema.ts'
import { withDays } from './describe-moment.ts'
import type { DatedPart, Moment } from './moment.ts'
import { showParts } from './show-parts.ts'

/** A page as it is at a moment. @property parts its blocks and entries that have days. */
export type ShownPage<P> = { page: P; parts: DatedPart[]; problems: Problem[] }

/**
 * Leaves out the blocks and the entries of a page's lists that are not shown at a moment.
 * @param schema left out for an outline, which is not valid by itself
 */
export function showPage<P extends Pick<RawPage, 'route' | 'raw' | 'location'>>(
  page: P,
  moment: Moment,
  schema?: Schema,
): ShownPage<P> {
  // `showSite` has already checked the days of the page itself.
  const { publish, ...content } = page.raw
  const shown = showParts(content, page.location, moment, `the page ${page.route}`)
  if (!shown) return { page, parts: [], problems: [] }
  const { parts, problems, location } = shown
  const raw: RawPage['raw'] = {
    ...(shown.value as object),
    ...(publish !== undefined && { publish }),
  }
  const isWhole = parts.every(({ isShown }) => isShown)
  const validate = (value: unknown) =>
    schema ? getValidator(schema).definition('page', value, { ...location, target: undefined }) : []
  // Without what is left out, a list may be too short. An entry that is invalid as written is
  // reported elsewhere.
  const found = isWhole || validate(page.raw).length > 0 ? [] : validate(raw)
  return {
    page: { ...page, raw, location },
    parts,
    problems: [...problems, ...found.map((problem) => withDays(problem, moment))],
  }
}
