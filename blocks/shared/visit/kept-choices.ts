/**
 * What a visitor has chosen on a page, kept in the page's history entry: it is there again after
 * Back and after a reload, but not after a link to the page.
 */
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * What is kept of a block.
 * @property height The block's height with it, in CSS pixels.
 * @property css Keeps its place before hydration; see `showKeptScript` in the renderer.
 */
type Kept = { value: unknown; height: number; css: string }
type HistoryState = { kept?: Record<string, Kept> } | null

const getKept = (key: string): Kept | undefined => (history.state as HistoryState)?.kept?.[key]

function keep(key: string, kept: Kept): void {
  const state = history.state as HistoryState
  try {
    history.replaceState({ ...state, kept: { ...state?.kept, [key]: kept } }, '')
  } catch {
    // Browsers limit how often this may happen. The next choice is kept.
  }
}

/** Selects a block of the page: by its position, because not every block has an id. */
function selectBlock(element: HTMLElement): { block: HTMLElement; selector: string } | undefined {
  const block = element.closest<HTMLElement>('#main > *')
  if (!block) return
  const position = [...block.parentElement!.children].indexOf(block) + 1
  return { block, selector: `#main>:nth-child(${position})` }
}

/**
 * Keeps a choice of the visitor, and restores it.
 * @param key unique on the page
 * @param value a value without functions, not undefined; a new one is kept
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
    const kept = getKept(key)
    if (!kept) return
    restore(kept.value as T)
    // As high as it will be, for the router, which restores the scroll position now.
    const block = selectBlock(element.current!)?.block
    if (!block) return
    block.style.minBlockSize = `${kept.height}px`
    requestAnimationFrame(() => block.style.removeProperty('min-block-size'))
  })
  useEffect(() => {
    if (text === previousText.current) return
    previousText.current = text
    const found = selectBlock(element.current!)
    if (!found) return
    const height = found.block.offsetHeight
    // Until the choice is restored, the block is as high as with it.
    const css = `${found.selector}{block-size:${height}px;visibility:hidden}`
    keep(key, { value, height, css })
  })
}
