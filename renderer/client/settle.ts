import type { PageData } from '../../schema/page-data.ts'
import { closeMenus } from './menus.ts'
import { findPlace, openPlace } from './reveal.ts'

// It has to be there before its text changes, or screen readers do not notice.
const announcer = document.createElement('div')
announcer.className = 'visually-hidden'
announcer.setAttribute('role', 'status')
announcer.id = 'announcer'
document.body.append(announcer)

/**
 * After a navigation in the page: the menu closes, the focus goes to the heading, or to the place that the address
 * names, and the title of a new page is read out.
 */
export function settleAfterNavigation({ head }: PageData, isNewPage: boolean): void {
  if (isNewPage) announcer.textContent = head.title
  // The history moves without a word; what follows the place in the address is told in the browser's own way.
  dispatchEvent(new HashChangeEvent('hashchange'))
  const place = findPlace()
  const wasHidden = place && !place.checkVisibility()
  openPlace()
  // Nothing could be scrolled to while it was hidden.
  if (wasHidden) showSoon(place)
  else focus(place ?? document.querySelector<HTMLElement>('main h1'))
  // After the focus has gone: a menu that it leaves would open again under the pointer.
  closeMenus()
}

function focus(target: HTMLElement | null): void {
  if (target && target.tabIndex < 0) target.tabIndex = -1
  target?.focus({ preventScroll: true })
}

/** A panel of tabs is shown when React has heard of it, some frames later; one that stays hidden is given up. */
function showSoon(place: HTMLElement, frames = 30): void {
  if (!place.checkVisibility())
    return void (frames > 0 && requestAnimationFrame(() => showSoon(place, frames - 1)))
  place.scrollIntoView()
  focus(place)
}
