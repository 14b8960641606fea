import { useEffect } from 'react'
import { focusable, rememberInPart } from './screen-parts.ts'

/**
 * Keeps the focus nearby when the focused element is removed or disabled, such as the button that
 * fixes a problem. Otherwise it would return to the start of the screen.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    /** The focused element and its ancestors, the innermost first. */
    let trail: HTMLElement[] = []
    const remember = ({ target }: FocusEvent) => {
      trail = listTrail(target as HTMLElement)
      rememberInPart(target as HTMLElement)
    }
    const observer = new MutationObserver(() => {
      if (!isLost(trail)) return
      const lost = trail
      // Dialogs, trees and forms that open move the focus by themselves.
      afterNextFrame(() => {
        if (lost === trail && isLost(trail)) focusNearest(trail)
      })
    })
    addEventListener('focusin', remember)
    const attributeFilter = ['disabled']
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter })
    return () => {
      removeEventListener('focusin', remember)
      observer.disconnect()
    }
  }, [])
}

/** Calls back after the next frame has been painted. */
const afterNextFrame = (act: () => void) => requestAnimationFrame(() => requestAnimationFrame(act))

const listTrail = (element: HTMLElement): HTMLElement[] =>
  element.parentElement ? [element, ...listTrail(element.parentElement)] : [element]

/** Whether the focus is lost because its element is gone, not because of a click elsewhere. */
const isLost = ([focused]: HTMLElement[]): boolean =>
  focused !== undefined &&
  document.activeElement === document.body &&
  (!focused.isConnected || focused.matches(':disabled'))

function focusNearest(trail: HTMLElement[]): void {
  for (const element of trail) {
    // These contain everything, so their first element would not be nearby.
    if (element.matches('.workspace, .studio, body')) return
    if (!element.isConnected) continue
    const near = element.matches('[tabindex="0"]') ? element : element.querySelector(focusable)
    ;(near as HTMLElement | null)?.focus()
    if (document.activeElement !== document.body) return
  }
}
