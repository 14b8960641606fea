import type { PageContext } from 'vike/types'
import { findDevPage } from '../../dev/dev-state.ts'

/** Matches every route of the site. Any other URL gets the not-found page and status 404. */
export function route({ urlPathname }: PageContext): boolean {
  return findDevPage(urlPathname).found
}
