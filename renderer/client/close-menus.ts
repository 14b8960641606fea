/**
 * Closes the mobile menu, and the dropdown that CSS holds open because the pointer or the focus is in it. A dropdown
 * opens again when the pointer or the focus has left it and comes back.
 */
export function closeMenus(): void {
  const popover = document.getElementById('site-menu')
  if (popover?.matches(':popover-open')) popover.hidePopover()
  for (const menu of document.querySelectorAll<HTMLElement>('.has-items:is(:hover, :focus-within)')) {
    menu.dataset.closed = ''
    const release = () => delete menu.dataset.closed
    menu.addEventListener('pointerleave', release, { once: true })
    menu.addEventListener('focusout', release, { once: true })
  }
}

/** Escape closes a dropdown, as it does a popover; the focus goes back to the menu's name. */
addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return
  const menu = document.activeElement?.closest('.has-items')
  menu?.querySelector<HTMLElement>('.menu-label')?.focus()
  closeMenus()
})
