import type { PageData, SiteData } from '../../schema/page-data.ts'
import type { ColorScheme } from '../example-frame.ts'
import { toRoute } from '../routes.ts'

/** A version of the site, of which a page is made when it is asked for. */
export type SiteSnapshot = {
  site?: SiteData
  notFound?: PageData
  findPage(route: string): PageData | undefined
  /** The route of the page that an alias leads to. */
  findAliasTarget(address: string): string | undefined
}

/** What the development server shows. */
export type DevState = {
  /** The last good version, or while there is none the present one. */
  snapshot: SiteSnapshot
  /** The pages in the frames of the catalogue, once it has been asked for. */
  examples: Map<string, { page: PageData; scheme: ColorScheme }>
  /** What is wrong at present, by where it was found. */
  reports: { site?: string; blocks?: string }
}

// Vite runs the plugin and the rendered code as two module graphs in one process; this is where they meet.
const devStateKey = Symbol.for('signpost.dev-state')
const globalState = globalThis as { [devStateKey]?: DevState }

const emptySnapshot: SiteSnapshot = { findPage: () => undefined, findAliasTarget: () => undefined }
export const getDevState = (): DevState =>
  (globalState[devStateKey] ??= { snapshot: emptySnapshot, examples: new Map(), reports: {} })

/** Everything that is wrong at present, as one text; empty when nothing is. */
export const getProblemReport = (): string =>
  Object.values(getDevState().reports).filter(Boolean).join('\n\n')

/** The page at an address, or the not-found page; with a scheme where it is an example of the catalogue. */
export function findDevPage(pathname: string): {
  found: boolean
  page?: PageData
  site?: SiteData
  scheme?: ColorScheme
} {
  const { snapshot, examples } = getDevState()
  const route = toRoute(pathname)
  const example = examples.get(route)
  const page = example?.page ?? snapshot.findPage(route)
  return {
    found: page !== undefined,
    page: page ?? snapshot.notFound,
    site: snapshot.site,
    scheme: example?.scheme,
  }
}
