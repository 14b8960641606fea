import type { PageContext } from 'vike/types'
import { findDevPage } from '../../dev/dev-state.ts'

/** Every route of the site; any other address is answered with the not-found page and status 404. */
export function route({ urlPathname }: PageContext): boolean {
  return findDevPage(urlPathname).found
}
