/** Outlines what is pointed at and what is selected in the page, in a layer that moves nothing. */
import { type ValuePlace, parseAddress, isWithinPath } from '../../../edit/source-address.ts'

const styles = `
/* A name at the right edge must not make the page scroll sideways. */
:host { position: absolute; inset: 0 0 auto; overflow-x: clip; z-index: 2147483647; pointer-events: none; }
div { position: absolute; box-sizing: border-box; border-radius: 3px; display: none; }
.hover { border: 2px dashed #6d5ae6; }
.selected { border: 2px solid #6d5ae6; box-shadow: 0 0 0 3px rgb(109 90 230 / .22); }
span { position: absolute; inset: auto auto 100% -2px; padding: 1px 6px; border-radius: 3px 3px 0 0;
  background: #6d5ae6; color: #fff; font: 600 11px/16px system-ui, sans-serif; white-space: nowrap; }
.low span { inset-block: 100% auto; border-radius: 0 0 3px 3px; }
`

export type FrameOverlay = {
  /** Outlines the elements of a value, and names it. Nothing if undefined. */
  show(kind: 'hover' | 'selected', address: ValuePlace | undefined, label?: string): void
  /**
   * Opens what a value is folded in, and scrolls to it unless it is visible.
   * @param scrolls false for what was clicked in the page
   * @returns whether the page shows the value itself, not only what is around it
   */
  reveal(address: ValuePlace, scrolls: boolean): boolean
  /** Follows what has moved. */
  place(): void
}

/** Adds the layer to the page in a frame. */
export function createFrameOverlay(page: Document): FrameOverlay {
  const host = page.createElement('signpost-studio')
  const shadow = host.attachShadow({ mode: 'open' })
  shadow.innerHTML = `<style>${styles}</style><div class="hover"><span></span></div><div class="selected"><span></span></div>`
  // Not in the body, so that no selector of the page counts it.
  page.documentElement.append(host)
  const shown = new Map<string, { address: ValuePlace | undefined; label: string }>()
  const place = () => {
    for (const [kind, { address, label }] of shown) {
      const box = shadow.querySelector<HTMLElement>(`.${kind}`)!
      const area = address && measure(page, findMarked(page, address))
      box.style.display = area ? 'block' : 'none'
      if (!area) continue
      // An element may extend to the edges of the page.
      const left = Math.max(0, area.left - 4)
      const right = Math.min(page.documentElement.clientWidth, area.left + area.width + 4)
      Object.assign(box.style, {
        left: `${left}px`,
        top: `${area.top - 4}px`,
        width: `${right - left}px`,
        height: `${area.height + 8}px`,
      })
      box.classList.toggle('low', area.top < 24)
      box.querySelector('span')!.textContent = label
      box.querySelector('span')!.hidden = label === ''
    }
  }
  return {
    place,
    show(kind, address, label = '') {
      shown.set(kind, { address, label })
      place()
    },
    reveal(address, scrolls) {
      const [element] = findMarked(page, address)
      if (!element) return false
      if (openAround(element)) place()
      const rect = element.getBoundingClientRect()
      const height = page.defaultView?.innerHeight ?? 0
      const isVisible = rect.top >= 0 && rect.top < height * 0.8
      if (scrolls && !isVisible)
        element.scrollIntoView({ block: rect.height < height / 2 ? 'center' : 'start' })
      const shown = parseAddress(element.getAttribute('data-studio-path')!)
      return isWithinPath(shown.path, address.path)
    },
  }
}

/**
 * Opens what an element is folded in: details, and tabs.
 * @returns whether anything was closed
 */
function openAround(element: Element): boolean {
  let wasClosed = false
  for (let node: Element | null = element; node; node = node.parentElement) {
    if (node.localName === 'details' && !(node as HTMLDetailsElement).open) {
      ;(node as HTMLDetailsElement).open = true
      wasClosed = true
    }
    if (node.getAttribute('role') === 'tabpanel' && node.hasAttribute('hidden')) {
      const tab = node.ownerDocument.getElementById(node.getAttribute('aria-labelledby') ?? '')
      tab?.click()
      wasClosed = true
    }
  }
  return wasClosed
}

/** The elements of a value, of the nearest value around it that has some, or of its parts. */
function findMarked(page: Document, { file, path }: ValuePlace): Element[] {
  const marked = [...page.querySelectorAll('[data-studio-path]')].map((element) => ({
    element,
    address: parseAddress(element.getAttribute('data-studio-path')!),
  }))
  const own = marked.filter(({ address }) => address.file === file)
  const within = own.filter(({ address }) => isWithinPath(address.path, path))
  if (within.length > 0) return within.map(({ element }) => element)
  const around = own.filter(({ address }) => isWithinPath(path, address.path))
  const deepest = Math.max(...around.map(({ address }) => address.path.length))
  return around
    .filter(({ address }) => address.path.length === deepest)
    .map(({ element }) => element)
}

/** The value that is shown at an element. */
export function findShownAddress(target: EventTarget | null): ValuePlace | undefined {
  // An element of another window is not an instance of this window's Element.
  const marked = (target as Element | null)?.closest?.('[data-studio-path]')
  const text = marked?.getAttribute('data-studio-path')
  return text ? parseAddress(text) : undefined
}

function measure(page: Document, elements: Element[]) {
  const rects = elements.map((element) => element.getBoundingClientRect())
  const visible = rects.filter(({ width, height }) => width > 0 && height > 0)
  if (visible.length === 0) return undefined
  const left = Math.min(...visible.map((rect) => rect.left))
  const top = Math.min(...visible.map((rect) => rect.top))
  const right = Math.max(...visible.map((rect) => rect.right))
  const bottom = Math.max(...visible.map((rect) => rect.bottom))
  const { scrollX = 0, scrollY = 0 } = page.defaultView ?? {}
  return { left: left + scrollX, top: top + scrollY, width: right - left, height: bottom - top }
}
