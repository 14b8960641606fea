import { useEffect } from 'react'

/** The parts of the screen that F6 goes through, each with what takes the focus first. */
const parts = [
  { part: '.top-bar', first: undefined },
  { part: '.pages', first: undefined },
  { part: '.outline', first: '[role="row"][aria-selected="true"]' },
  { part: '.form', first: '#form-heading' },
  { part: '.bottom', first: '[role="tab"][aria-selected="true"]' },
]

const focusable = 'button:not([disabled]), input:not([disabled]), textarea, select, [tabindex="0"]'

const lastFocused = new WeakMap<Element, HTMLElement>()

/** Remembers where the focus was in a part, so that F6 returns to it. */
function rememberInPart(focused: HTMLElement): void {
  const part = focused.closest(parts.map((each) => each.part).join())
  if (part) lastFocused.set(part, focused)
}

/** @param step 1 for the next part, -1 for the previous one; parts that are folded are left out */
export function focusNextPart(step: 1 | -1): void {
  const shown = parts.flatMap(({ part, first }) => {
    const element = document.querySelector(part)
    return element ? [{ element, first }] : []
  })
  const current = shown.findIndex(({ element }) => element.contains(document.activeElement))
  const start = current === -1 && step === -1 ? 0 : current
  const next = shown[(start + step + shown.length) % shown.length]
  if (next) focusPart(next.element, next.first)
}

function focusPart(part: Element, first: string | undefined): void {
  const candidates = [
    lastFocused.get(part),
    first === undefined ? undefined : part.querySelector<HTMLElement>(first),
    part.querySelector<HTMLElement>(focusable),
  ]
  for (const candidate of candidates) {
    candidate?.focus()
    if (part.contains(document.activeElement)) return
  }
}

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
