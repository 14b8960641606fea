import type { LoadedSite, PageData, SiteData } from '../../schema/page-data.ts'
import type { Scheme } from '../example-frame.ts'
import { routeOf } from '../routes.ts'

/** What the development server shows: the last good version of the site, or while there is none the present one. */
export type DevState = {
  pages: Map<string, PageData>
  aliases: Map<string, string>
  /** The pages in the frames of the catalogue, once it has been asked for. */
  examples: Map<string, { page: PageData; scheme: Scheme }>
  site?: SiteData
  notFound?: PageData
  /** Whether a version without errors has been seen. */
  good: boolean
  /** What is wrong at present, by where it was found. */
  reports: { site?: string; blocks?: string }
}

// Vite runs the plugin and the rendered code as two module graphs in one process; this is where they meet.
const key = Symbol.for('signpost.dev-state')
const shared = globalThis as { [key]?: DevState }

export const getDevState = (): DevState => (shared[key] ??= { pages: new Map(), aliases: new Map(), examples: new Map(), good: false, reports: {} })

/** Everything that is wrong at present, as one text; empty when nothing is. */
export const getReport = (): string => Object.values(getDevState().reports).filter(Boolean).join('\n\n')

/** Takes over a loaded site; one with errors only while no good one has been seen. */
export function updateDevState({ pages, site, notFound, aliases }: LoadedSite, report: string | undefined): void {
  const state = getDevState()
  state.reports.site = report
  if (!site || (report !== undefined && state.good)) return
  state.good = report === undefined
  state.pages = new Map(pages.map(({ data }) => [data.route, data]))
  state.aliases = new Map(aliases.map(({ from, to }) => [from, to]))
  state.site = site
  state.notFound = notFound
}

/** The page at an address, or the not-found page; with a scheme where it is an example of the catalogue. */
export function findDevPage(pathname: string): { found: boolean; page?: PageData; site?: SiteData; scheme?: Scheme } {
  const { pages, examples, site, notFound } = getDevState()
  const route = routeOf(pathname)
  const example = examples.get(route)
  const page = example?.page ?? pages.get(route)
  return { found: page !== undefined, page: page ?? notFound, site, scheme: example?.scheme }
}
