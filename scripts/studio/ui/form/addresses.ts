import { slugify } from '../../../../schema/util/slugify.ts'
import type { PageItem } from '../../../edit/describe/list-page-items.ts'

/** Reads an address as it is written or pasted: `rolls`, `https://example.com/rolls` → `/rolls`. */
export function toAddress(text: string): string {
  const path = text.trim().replace(/^(?:https?:\/\/[^/]*|www\.[^/]+)/i, '')
  return path.startsWith('/') ? path : `/${path}`
}

/** Makes an address for a page of what is typed: `Weekend Rolls` → `/weekend-rolls`. */
export const toPageAddress = (text: string): string =>
  toAddress(text).split('/').map(slugify).join('/')

/** Whether old addresses can lead to a page. */
export const isRedirectTarget = ({ status, set }: Pick<PageItem, 'status' | 'set'>): boolean =>
  status !== 'planned' && set === undefined

/** Where visitors of a deleted page are led: to the nearest page above it. */
export function proposeNewHome(route: string, routes: string[]): string {
  for (let parent = route; parent !== ''; ) {
    parent = parent.slice(0, parent.lastIndexOf('/'))
    if (routes.includes(parent)) return parent
  }
  return routes.includes('/') ? '/' : ''
}
