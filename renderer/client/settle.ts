import type { PageData } from '../../schema/page-data.ts'
import { closeMenus } from './close-menus.ts'

// It has to be there before its text changes, or screen readers do not notice.
const announcer = document.createElement('div')
announcer.className = 'visually-hidden'
announcer.setAttribute('role', 'status')
announcer.id = 'announcer'
document.body.append(announcer)

/** The element that the address names, if any. A hash that is no text names none. */
function findPlace(): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(location.hash.slice(1)))
  } catch {
    return null
  }
}

/**
 * After a navigation in the page: the menu closes, the focus goes to the heading, or to the place that the address
 * names, and the title of a new page is read out.
 */
export function settleAfterNavigation({ head }: PageData, isNewPage: boolean): void {
  if (isNewPage) announcer.textContent = head.title
  const place = findPlace()
  const target = place ?? document.querySelector<HTMLElement>('main h1')
  if (target && target.tabIndex < 0) target.tabIndex = -1
  target?.focus({ preventScroll: true })
  // After the focus has gone: a menu that it leaves would open again under the pointer.
  closeMenus()
}
