/**
 * Keeps what a visitor has chosen on a page in the page's history entry, so that Back and a reload
 * restore it. Following a link to the page starts without it.
 */
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * The state that is kept for a block.
 * @property height the height of the block in this state, in CSS pixels
 * @property css reserves this height before hydration; see `show-kept.ts` in the renderer
 */
type KeptState = { value: unknown; height: number; css: string }
type HistoryState = { kept?: Record<string, KeptState> } | null

function saveState(key: string, kept: KeptState): void {
  const state = history.state as HistoryState
  try {
    history.replaceState({ ...state, kept: { ...state?.kept, [key]: kept } }, '')
  } catch {
    // Browsers limit how often history entries may change. The next choice is kept again.
  }
}

/**
 * Finds the block around an element, and a selector for it. The selector uses its position, because
 * not every block has an id.
 */
function selectBlock(element: HTMLElement): { block: HTMLElement; selector: string } | undefined {
  const block = element.closest<HTMLElement>('#main > *')
  if (!block) return
  const position = [...block.parentElement!.children].indexOf(block) + 1
  return { block, selector: `#main>:nth-child(${position})` }
}

/**
 * Keeps a choice of the visitor, and restores it.
 * @param key unique on the page
 * @param value JSON data, not undefined; each new value is kept
 * @param element an element of the block
 * @param restore called once with the kept value, if there is one
 */
export function useKeptChoice<T>(
  key: string,
  value: T,
  element: RefObject<HTMLElement | null>,
  restore: (kept: T) => void,
): void {
  const text = JSON.stringify(value)
  const previousText = useRef(text)
  const hasRestored = useRef(false)
  useLayoutEffect(() => {
    if (hasRestored.current) return
    hasRestored.current = true
    const kept = (history.state as HistoryState)?.kept?.[key]
    if (!kept) return
    restore(kept.value as T)
    // Reserves the final height, because the router restores the scroll position in this frame.
    const block = selectBlock(element.current!)?.block
    if (!block) return
    block.style.minBlockSize = `${kept.height}px`
    requestAnimationFrame(() => block.style.removeProperty('min-block-size'))
  })
  useEffect(() => {
    if (text === previousText.current) return
    previousText.current = text
    // A form that was sent is gone.
    if (!element.current) return saveState(key, { value, height: 0, css: '' })
    const found = selectBlock(element.current)
    if (!found) return
    const height = found.block.offsetHeight
    // Until the choice is restored, the block keeps the height that it has now.
    const css = `${found.selector}{block-size:${height}px;visibility:hidden}`
    saveState(key, { value, height, css })
  })
}
