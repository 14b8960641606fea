import type { PageData, SiteData } from '../../schema/page-data.ts'
import { getOwnState } from '../../schema/util/own-state.ts'
import type { ColorScheme } from '../example-frame.ts'
import { getBasePath, toRoute } from '../routes.ts'

/** A version of the site. Pages are created on request. */
export type SiteSnapshot = {
  site?: SiteData
  notFound?: PageData
  findPage(route: string): PageData | undefined
  /**
   * Returns the address that an alias redirects to.
   * @param query without a question mark
   */
  findAliasTarget(path: string, query?: string): string | undefined
}

/** The state of the development server. */
type DevState = {
  /** The last valid version or, until there is one, the current version. */
  snapshot: SiteSnapshot
  /** Example pages of the catalogue by route; empty until the catalogue is requested. */
  examples: Map<string, { page: PageData; scheme: ColorScheme }>
  /** Current problems of the site's data and of the block folders. */
  reports: { site?: string; blocks?: string }
}

const emptySnapshot: SiteSnapshot = { findPage: () => undefined, findAliasTarget: () => undefined }
export const getDevState = (): DevState =>
  getOwnState('dev', () => ({ snapshot: emptySnapshot, examples: new Map(), reports: {} }))

/** Returns the base path of the site that is shown; empty while there is none. */
export function getDevBasePath(): string {
  const { site } = getDevState().snapshot
  return site ? getBasePath(site) : ''
}

/** Returns all current problems as text; empty if there are none. */
export const getProblemReport = (): string =>
  Object.values(getDevState().reports).filter(Boolean).join('\n\n')

/** Finds the page at a path, or the not-found page. Catalogue examples also have a color scheme. */
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
