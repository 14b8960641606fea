import { type RefObject, useEffect } from 'react'

/**
 * Keeps what is pointed at, or has the focus, where it is on the screen when something appears above
 * it. The browser does so as well, but not at the top of what scrolls.
 */
export function useStillContent(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const panel = scroller.current!
    let kept: { element: Element; top: number; scroll: number } | undefined
    const keep = (element: Element | null | undefined) => {
      kept = element?.isConnected
        ? { element, top: element.getBoundingClientRect().top, scroll: panel.scrollTop }
        : undefined
    }
    const restore = () => {
      if (!kept) return
      const moved = kept.element.getBoundingClientRect().top - kept.top
      // Whoever has scrolled meanwhile meant to.
      if (kept.element.isConnected && panel.scrollTop === kept.scroll) panel.scrollTop += moved
      keep(kept.element)
    }
    const sizes = new ResizeObserver(restore)
    const watch = () => {
      sizes.disconnect()
      for (const form of panel.children) sizes.observe(form)
    }
    const forms = new MutationObserver(watch)
    forms.observe(panel, { childList: true })
    watch()
    const ending = new AbortController()
    const follow = ({ target }: Event) =>
      keep((target as Element).closest('[data-field], [data-item]'))
    for (const name of ['pointermove', 'focusin'])
      panel.addEventListener(name, follow, { signal: ending.signal })
    panel.addEventListener('scroll', () => keep(kept?.element), { signal: ending.signal })
    return () => {
      ending.abort()
      forms.disconnect()
      sizes.disconnect()
    }
  }, [scroller])
}
