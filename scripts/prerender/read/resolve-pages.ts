import { filterPageByMoment } from '../../../schema/resolve/filter-by-moment.ts'
import type { DatedPart } from '../../../schema/days/moment.ts'
import type { PageContext, ResolvedPage } from '../../../schema/resolve/page/page-types.ts'
import type { Page } from '../../../schema/merge/merge-sources.ts'
import { resolvePage } from '../../../schema/resolve/resolve-page.ts'
import {
  listSpecialPages,
  resolveAllPages,
  type ResolvedSite,
} from '../../../schema/resolve/resolve-site.ts'
import { openSource } from '../../../schema/source/parse-file.ts'
import { asRecord } from '../../../schema/util/records.ts'
import { memoizeByObject } from '../../../schema/util/memoize-by-object.ts'
import type { RunSource } from './source-record.ts'

/** The entries of a source, as its file was when one of them was first read. */
const openEntries = memoizeByObject(({ path, file }: RunSource) =>
  asRecord(asRecord(openSource(path, file).value).pages),
)

/**
 * Reads the whole entry of a page. Of a page in a file, only the outline is in memory.
 * @param dated extended with what has days in it
 */
export function readWholePage(
  page: Page,
  { moment, schema }: PageContext,
  dated: DatedPart[] = [],
): Page {
  const { source } = page.location
  if (!('record' in source) || page.special) return page
  const raw = asRecord(openEntries(source as RunSource)[page.route])
  const shown = filterPageByMoment({ ...page, raw }, moment, schema)
  dated.push(...shown.parts)
  return shown.page
}

/** Resolves one page of a site. @returns undefined if there is no such page. */
export function resolveRoute(resolved: ResolvedSite, route: string): ResolvedPage | undefined {
  const { site, context } = resolved
  const special = listSpecialPages(resolved).find((page) => page.route === route)
  const page = special ?? site.pages.get(route)
  return page && resolvePage(readWholePage(page, context), context)
}

/** Resolves every page of a site, in memory. */
export function resolveWholeSite(resolved: ResolvedSite) {
  const { site, context } = resolved
  const dated = [...site.dated]
  const pages = new Map(
    [...site.pages].map(([route, page]) => [route, readWholePage(page, context, dated)]),
  )
  const whole = { ...resolved, site: { ...site, pages, dated } }
  return { ...whole, ...resolveAllPages(whole) }
}
