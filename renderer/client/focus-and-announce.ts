import type { PageData } from '../../schema/page-data.ts'
import { closeMenus } from './menus.ts'
import { findAnchorTarget, openAnchorTarget } from './anchor-target.ts'

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
export function focusAndAnnounce({ head }: PageData, isNewPage: boolean): void {
  if (isNewPage) announcer.textContent = head.title
  // The history moves without a word; what follows the place in the address is told in the browser's own way.
  dispatchEvent(new HashChangeEvent('hashchange'))
  const target = findAnchorTarget()
  const wasHidden = target && !target.checkVisibility()
  openAnchorTarget()
  // Nothing could be scrolled to while it was hidden.
  if (wasHidden) scrollWhenVisible(target)
  else focusElement(target ?? document.querySelector<HTMLElement>('main h1'))
  // After the focus has gone: a menu that it leaves would open again under the pointer.
  closeMenus()
}

function focusElement(target: HTMLElement | null): void {
  if (target && target.tabIndex < 0) target.tabIndex = -1
  target?.focus({ preventScroll: true })
}

/** A panel of tabs is shown when React has heard of it, some frames later; one that stays hidden is given up. */
function scrollWhenVisible(target: HTMLElement, remainingFrames = 30): void {
  if (!target.checkVisibility())
    return void (
      remainingFrames > 0 &&
      requestAnimationFrame(() => scrollWhenVisible(target, remainingFrames - 1))
    )
  target.scrollIntoView()
  focusElement(target)
}
