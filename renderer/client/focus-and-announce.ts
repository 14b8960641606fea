import type { PageData } from '../../schema/page-data.ts'
import { closeMenus } from './menus.ts'
import { findAnchorTarget, openAnchorTarget } from './anchor-target.ts'

// Created in advance, because screen readers only announce changes of an existing live region.
const announcer = document.createElement('div')
announcer.className = 'visually-hidden'
announcer.setAttribute('role', 'status')
announcer.id = 'announcer'
document.body.append(announcer)

/**
 * Completes a client-side navigation: closes the menu, moves the focus to the anchor target or the
 * heading, and announces the title of a new page to screen readers.
 */
export function focusAndAnnounce({ head }: PageData, isNewPage: boolean): void {
  if (isNewPage) announcer.textContent = head.title
  // The History API fires no hashchange event, which `useHash` listens to.
  dispatchEvent(new HashChangeEvent('hashchange'))
  const target = findAnchorTarget()
  const wasHidden = target && !target.checkVisibility()
  openAnchorTarget()
  // The router cannot scroll to a hidden target.
  if (wasHidden) scrollWhenVisible(target)
  else focusElement(target ?? document.querySelector<HTMLElement>('main h1'))
  // Close the menu after moving the focus: losing the focus could open it again under the pointer.
  closeMenus()
}

function focusElement(target: HTMLElement | null): void {
  if (target && target.tabIndex < 0) target.tabIndex = -1
  target?.focus({ preventScroll: true })
}

/**
 * Scrolls to a target once it is visible: React shows a tab panel some frames later. Gives up after
 * `remainingFrames`.
 */
function scrollWhenVisible(target: HTMLElement, remainingFrames = 30): void {
  if (!target.checkVisibility())
    return void (
      remainingFrames > 0 &&
      requestAnimationFrame(() => scrollWhenVisible(target, remainingFrames - 1))
    )
  target.scrollIntoView()
  focusElement(target)
}
