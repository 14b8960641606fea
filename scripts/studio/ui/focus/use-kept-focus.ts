import { useEffect } from 'react'
import { focusable, rememberInPart } from './screen-parts.ts'

/**
 * Keeps the focus near where it was when what had it is removed or disabled, such as the button of
 * a problem that it has fixed. Else it would return to the start of the screen.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    /** What has the focus, and what contains it, the innermost first. */
    let trail: HTMLElement[] = []
    const remember = ({ target }: FocusEvent) => {
      trail = listTrail(target as HTMLElement)
      rememberInPart(target as HTMLElement)
    }
    const observer = new MutationObserver(() => {
      if (!isLost(trail)) return
      const lost = trail
      // Dialogs, trees and what opens a form put the focus elsewhere by themselves.
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

/** Calls back once what is drawn next has been drawn. */
const afterNextFrame = (act: () => void) => requestAnimationFrame(() => requestAnimationFrame(act))

const listTrail = (element: HTMLElement): HTMLElement[] =>
  element.parentElement ? [element, ...listTrail(element.parentElement)] : [element]

/** Whether nothing has the focus because what had it is gone, not because of a click elsewhere. */
const isLost = ([focused]: HTMLElement[]): boolean =>
  focused !== undefined &&
  document.activeElement === document.body &&
  (!focused.isConnected || focused.matches(':disabled'))

function focusNearest(trail: HTMLElement[]): void {
  for (const element of trail) {
    // Everything is in there: the start of the screen is not near.
    if (element.matches('.workspace, .studio, body')) return
    if (!element.isConnected) continue
    const near = element.matches('[tabindex="0"]') ? element : element.querySelector(focusable)
    ;(near as HTMLElement | null)?.focus()
    if (document.activeElement !== document.body) return
  }
}
