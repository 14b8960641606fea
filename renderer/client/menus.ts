/**
 * Closes the mobile menu, and the dropdown or tooltip that CSS holds open because the pointer or the focus is in it. It
 * opens again when the pointer or the focus has left it and comes back.
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

/** Escape closes a dropdown, as it does a popover; the focus goes back to the menu's name. */
addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return
  const menu = document.activeElement?.closest('.has-items')
  menu?.querySelector<HTMLElement>('.menu-label')?.focus()
  closeMenus()
})

const findOpenMobileMenu = () => document.querySelector<HTMLElement>('#site-menu:popover-open')

/** While the mobile menu is open, Tab goes round in it: what lies behind it cannot be seen. */
addEventListener('keydown', (event) => {
  const menu = event.key === 'Tab' && findOpenMobileMenu()
  if (!menu) return
  const stops = [...menu.querySelectorAll<HTMLElement>('a, button')].filter((stop) =>
    stop.checkVisibility(),
  )
  const [first, last] = [stops[0], stops.at(-1)]
  const { activeElement } = document
  const leaves = !menu.contains(activeElement) || activeElement === (event.shiftKey ? first : last)
  if (!leaves) return
  event.preventDefault()
  ;(event.shiftKey ? last : first)?.focus()
})

function focusMobileMenu(): void {
  findOpenMobileMenu()?.querySelector<HTMLElement>('.menu-close')?.focus()
}

/** Toggling is no event that bubbles. */
document.addEventListener(
  'toggle',
  ({ target }) => target === findOpenMobileMenu() && focusMobileMenu(),
  {
    capture: true,
  },
)
// It may have been opened before this script was there.
focusMobileMenu()
