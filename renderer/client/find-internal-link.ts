import { basePath } from './base-path.ts'

type ClickModifiers = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>

/**
 * Finds the internal link of an event, if the application may follow it.
 * @param event a click, or an event that may precede one: hover, touch or focus
 * @param includeAnchors whether links to an anchor on the current page count
 * @returns undefined if the browser must handle the link: another mouse button, a modifier key,
 * another site or window, a download or a file
 */
export function findInternalLink(
  event: Event & Partial<ClickModifiers>,
  includeAnchors: boolean,
): HTMLAnchorElement | undefined {
  const link = (event.target as Element).closest?.('a')
  // `button` is -1 for a moving pointer and undefined for a touch.
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
    !link.pathname.startsWith(`${basePath}/`) ||
    link.target ||
    link.hasAttribute('download') ||
    link.pathname.includes('.')
  )
    return
  if (!includeAnchors && link.hash && link.pathname === location.pathname) return
  return link
}
