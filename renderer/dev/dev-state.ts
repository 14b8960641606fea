import type { LoadResult } from '../../schema/load-site.ts'
import type { PageData, SiteData } from '../../schema/page-data.ts'
import { routeOf } from '../routes.ts'

/** What the development server shows: the last version of the site without errors, and what is wrong with the present one. */
export type DevState = {
  pages: Map<string, PageData>
  site?: SiteData
  notFound?: PageData
  /** The report of the present version's problems, when it has errors. */
  report?: string
}

// Vite runs the plugin and the rendered code as two module graphs in one process; this is where they meet.
const key = Symbol.for('signpost.dev-state')
const shared = globalThis as { [key]?: DevState }

export const getDevState = (): DevState => (shared[key] ??= { pages: new Map() })

/** Takes over a loaded site, unless it has errors and a good one is there. */
export function updateDevState({ pages, site, notFound }: LoadResult, report: string | undefined): DevState {
  const state = getDevState()
  const usable = report === undefined || state.site === undefined
  if (usable && site) {
    state.pages = new Map(pages.map(({ data }) => [data.route, data]))
    state.site = site
    state.notFound = notFound
  }
  state.report = report
  return state
}

/** The page at an address, or the not-found page. */
export function findDevPage(pathname: string): { found: boolean; page?: PageData; site?: SiteData } {
  const { pages, site, notFound } = getDevState()
  const page = pages.get(routeOf(pathname))
  return { found: page !== undefined, page: page ?? notFound, site }
}
