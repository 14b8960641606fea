/** The parts of the screen that F6 goes through, each with what takes the focus first. */
const parts = [
  { part: '.top-bar', first: undefined },
  { part: '.pages', first: undefined },
  { part: '.outline', first: '[role="row"][aria-selected="true"]' },
  { part: '.form', first: '#form-heading' },
  { part: '.bottom', first: '[role="tab"][aria-selected="true"]' },
]

export const focusable =
  'button:not([disabled]), input:not([disabled]), textarea, select, [tabindex="0"]'

const lastFocused = new WeakMap<Element, HTMLElement>()

/** Remembers where the focus was in a part, so that F6 returns to it. */
export function rememberInPart(focused: HTMLElement): void {
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
