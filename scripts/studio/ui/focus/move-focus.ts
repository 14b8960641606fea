import type { Path } from '../../../../schema/problems/location.ts'
import { parseKey, toKey } from '../form/paths.ts'

/**
 * Selects what gets the focus in a part of the form: a control rather than the buttons around it.
 */
const controls = [
  // What must be written first, such as the description of a picture.
  ':is(textarea, [role="textbox"])[data-missing]',
  '[role="textbox"], textarea, input:not([type=hidden])',
  '.select-button',
  '[data-header]',
  'button:not([disabled])',
]

/** What takes a text. */
export const textControls = 'textarea, input, [role="textbox"]'

/** Selects a text, so that typing replaces it. */
export function selectText(control: HTMLElement): void {
  if ('select' in control) (control as HTMLInputElement).select()
  else getSelection()!.selectAllChildren(control)
}

/**
 * Moves the focus once React has drawn what was changed, so that it is never lost.
 * @param selectors of parts of the form, the preferred one first
 */
export function focusSoon(...selectors: string[]): void {
  requestAnimationFrame(() => void focusFirst(selectors))
}

/** Moves the focus to a new text in the same way, and selects it: it only says what to write. */
export function focusNewText(...selectors: string[]): void {
  requestAnimationFrame(() => {
    const target = focusFirst(selectors)
    if (target?.matches(textControls)) selectText(target)
  })
}

/**
 * Calls back once the open dialog is closed and has returned the focus to what had opened it, so
 * that the focus can move to what the dialog has created.
 * @param left how many dialogs stay open below it
 */
export function onceDialogIsClosed(act: () => void, left = 0): void {
  requestAnimationFrame(() => {
    if (document.querySelectorAll('.modal, .link-dialog').length > left)
      onceDialogIsClosed(act, left)
    else requestAnimationFrame(act)
  })
}

/**
 * Returns the focus to the block or entry that had it, once that is at another path.
 * @param follow where a path leads then
 */
export function keepFocusOn(focused: Element | null, follow: (path: Path) => Path): void {
  const row = focused?.closest<HTMLElement>('.outline [role="row"]')
  const part = focused?.closest<HTMLElement>('.form [data-item], .form [data-field]')
  const key = row?.dataset.key ?? part?.dataset.item ?? part?.dataset.field
  if (!focused || key === undefined) return
  const next = toKey(follow(parseKey(key)))
  if (next === key) return
  const field = focused.closest<HTMLElement>('[data-field]')?.dataset.field ?? ''
  const action = focused.getAttribute('data-action')
  const own =
    action === null ? fieldSelector(next + field.slice(key.length)) : itemSelector(next, action)
  focusSoon(
    row ? rowSelector(next) : own,
    ...['open', 'up', 'down'].map((each) => itemSelector(next, each)),
  )
}

/** @returns what has the focus then */
function focusFirst(selectors: string[]): HTMLElement | undefined {
  for (const selector of selectors) {
    const part = document.querySelector<HTMLElement>(selector)
    if (!part) continue
    const target = part.matches(`${textControls}, button, [tabindex]`) ? part : findControl(part)
    if (!target || target.matches('[disabled]')) continue
    target.focus()
    if (document.activeElement === target) return target
  }
  return undefined
}

const findControl = (part: Element): HTMLElement | undefined =>
  controls
    .map((selector) => part.querySelector<HTMLElement>(selector))
    .find((each) => each !== null) ?? undefined

/** @param key of a path */
export const fieldSelector = (key: string): string => `[data-field="${CSS.escape(key)}"]`

/** A row of the outline. */
export const rowSelector = (key: string): string =>
  `.outline [role="row"][data-key="${CSS.escape(key)}"]`

/** A button of an entry of a list. */
export const itemSelector = (key: string, action: string): string =>
  `[data-item="${CSS.escape(key)}"] [data-action="${action}"]`
