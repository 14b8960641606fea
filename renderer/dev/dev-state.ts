import type { PageData, SiteData } from '../../schema/page-data.ts'
import type { Scheme } from '../example-frame.ts'
import { routeOf } from '../routes.ts'

/** A version of the site, of which a page is made when it is asked for. */
export type ShownSite = {
  site?: SiteData
  notFound?: PageData
  findPage(route: string): PageData | undefined
  /** The route of the page that an alias leads to. */
  findAlias(address: string): string | undefined
}

/** What the development server shows. */
export type DevState = {
  /** The last good version, or while there is none the present one. */
  shown: ShownSite
  /** The pages in the frames of the catalogue, once it has been asked for. */
  examples: Map<string, { page: PageData; scheme: Scheme }>
  /** What is wrong at present, by where it was found. */
  reports: { site?: string; blocks?: string }
}

// Vite runs the plugin and the rendered code as two module graphs in one process; this is where they meet.
const key = Symbol.for('signpost.dev-state')
const shared = globalThis as { [key]?: DevState }

const nothing: ShownSite = { findPage: () => undefined, findAlias: () => undefined }
export const getDevState = (): DevState =>
  (shared[key] ??= { shown: nothing, examples: new Map(), reports: {} })

/** Everything that is wrong at present, as one text; empty when nothing is. */
export const getReport = (): string =>
  Object.values(getDevState().reports).filter(Boolean).join('\n\n')

/** The page at an address, or the not-found page; with a scheme where it is an example of the catalogue. */
export function findDevPage(pathname: string): {
  found: boolean
  page?: PageData
  site?: SiteData
  scheme?: Scheme
} {
  const { shown, examples } = getDevState()
  const route = routeOf(pathname)
  const example = examples.get(route)
  const page = example?.page ?? shown.findPage(route)
  return {
    found: page !== undefined,
    page: page ?? shown.notFound,
    site: shown.site,
    scheme: example?.scheme,
  }
}
