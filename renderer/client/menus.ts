/**
 * Closes the mobile menu and any dropdown or tooltip that CSS keeps open because of hover or focus.
 * A dropdown or tooltip can open again once the pointer or the focus has left it.
 */
export function closeMenus(): void {
  const popover = document.getElementById('site-menu')
  if (popover?.matches(':popover-open')) popover.hidePopover()
  for (const menu of document.querySelectorAll<HTMLElement>(
    ':is(.has-items, .has-tooltip):is(:hover, :focus-within)',
  )) {
    menu.dataset.closed = ''
    const released = new AbortController()
    const release = () => {
      delete menu.dataset.closed
      released.abort()
    }
    menu.addEventListener('pointerleave', release, released)
    menu.addEventListener('focusout', release, released)
  }
}

/** Escape closes a dropdown, as it closes a popover, and focuses the label of its menu. */
addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return
  const menu = document.activeElement?.closest('.has-items')
  menu?.querySelector<HTMLElement>('.menu-label')?.focus()
  closeMenus()
})

const findOpenMobileMenu = () => document.querySelector<HTMLElement>('#site-menu:popover-open')

/** The button that opens and closes the mobile menu. */
const findMenuButton = () => document.querySelector<HTMLElement>('[popovertarget=site-menu]')

/** Traps the focus in the open mobile menu and its button: the menu covers the rest of the page. */
addEventListener('keydown', (event) => {
  const menu = event.key === 'Tab' && findOpenMobileMenu()
  if (!menu) return
  const first = findMenuButton()
  const last = [...menu.querySelectorAll<HTMLElement>('a, summary')]
    .filter((element) => element.checkVisibility())
    .at(-1)
  const { activeElement } = document
  const leavesMenu =
    (!menu.contains(activeElement) && activeElement !== first) ||
    activeElement === (event.shiftKey ? first : last)
  if (!leavesMenu) return
  event.preventDefault()
  ;(event.shiftKey ? last : first)?.focus()
})

/** Does not scroll: a link that the visitor is pressing must stay under the finger. */
function focusMobileMenu(): void {
  const menu = findOpenMobileMenu()
  if (menu?.contains(document.activeElement)) return
  if (menu) findMenuButton()?.focus({ preventScroll: true })
}

/** Captured, because toggle events do not bubble. */
document.addEventListener(
  'toggle',
  ({ target }) => target === findOpenMobileMenu() && focusMobileMenu(),
  {
    capture: true,
  },
)
// The menu may have been opened before this script loaded.
focusMobileMenu()
