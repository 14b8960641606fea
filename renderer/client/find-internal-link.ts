type ClickModifiers = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>

/**
 * The link of this site that a click follows in the ordinary way, or would after a touch or the focus, or undefined when the
 * browser has to see to it: another button, a modifier key, another site or window, a download, a file, or, unless `places` is set, a place on this page.
 */
export function findInternalLink(
  event: Event & Partial<ClickModifiers>,
  includeAnchors: boolean,
): HTMLAnchorElement | undefined {
  const link = (event.target as Element).closest?.('a')
  // A pointer that moves has the button -1, and a touch none.
  if (
    !link ||
    event.defaultPrevented ||
    event.button! > 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  )
    return
  if (
    link.origin !== location.origin ||
    link.target ||
    link.hasAttribute('download') ||
    link.pathname.includes('.')
  )
    return
  if (!includeAnchors && link.hash && link.pathname === location.pathname) return
  return link
}
