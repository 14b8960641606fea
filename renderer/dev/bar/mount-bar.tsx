import { createRoot } from 'react-dom/client'
import type { DevPage } from '../dev-page.ts'
import { barStyles } from './bar-styles.ts'
import { DevBar } from './dev-bar.tsx'
import { ProblemOverlay } from './problem-overlay.tsx'

/** A layer above the page, which does not move or style anything in it. */
type DevLayer = {
  /** Shows a report in the format of `npm run check`. An empty one hides the overlay. */
  showReport(report: string): void
  /** Fetches the description of the current page again. */
  refresh(): Promise<void>
}

/** @param hasBar whether the page belongs to the site: an example in a frame has no bar */
export function mountDevLayer(hasBar: boolean): DevLayer {
  const host = document.createElement('signpost-bar')
  const shadow = host.attachShadow({ mode: 'open' })
  shadow.innerHTML = `<style>${barStyles}</style><div class="layer"></div>`
  const layer = shadow.querySelector<HTMLElement>('.layer')!
  // Outside the body, so that no selector of the page matches it.
  document.documentElement.append(host)
  const root = createRoot(layer)
  const state: {
    report: string
    page?: DevPage | null
    path: string
    failure?: string
    version: number
  } = { report: '', path: '', version: 0 }

  /** The report that the author has dismissed. */
  let hiddenReport = ''
  const hideReport = () => {
    hiddenReport = state.report
    render()
  }

  const render = () => {
    const { report, page, ...rest } = state
    root.render(
      <>
        {report !== '' && report !== hiddenReport && (
          <ProblemOverlay report={report} onHide={hideReport} />
        )}
        {page !== undefined && <DevBar {...rest} page={page} />}
      </>,
    )
    requestAnimationFrame(place)
  }
  const place = () => {
    layer.style.setProperty('--bottom', `${measureFixedFooter(host)}px`)
  }
  const refresh = async () => {
    if (!hasBar) return
    const path = location.pathname
    const response = await fetch(`/@signpost/page?path=${encodeURIComponent(path)}`)
    if (path !== location.pathname) return
    if (path !== state.path) state.failure = undefined
    Object.assign(state, { path, page: await response.json(), version: state.version + 1 })
    render()
  }
  addEventListener('error', ({ message }) => {
    state.failure = message
    render()
  })
  addEventListener('resize', place)
  addEventListener('scroll', place, { passive: true })
  // The page shows its phone bar with an attribute.
  new MutationObserver(place).observe(document.documentElement, { attributes: true })
  // Client-side navigation replaces the head.
  new MutationObserver(() => location.pathname !== state.path && void refresh()).observe(
    document.head,
    { childList: true, subtree: true, characterData: true },
  )
  return {
    showReport(report) {
      // Each save first clears the report. Problems that are reported after that are shown again.
      if (report === '') hiddenReport = ''
      state.report = report
      render()
    },
    async refresh() {
      state.failure = undefined
      await refresh()
    },
  }
}

/** A taller element is not a bar but covers the page, such as a dialog. */
const maxShareOfWindow = 1 / 3

/**
 * Measures what a page fixes to the bottom of the window, such as the phone bar.
 * @param host the element of the development bar, which is not part of the page
 * @returns the height in pixels, or 0
 */
function measureFixedFooter(host: Element): number {
  const below = document.elementsFromPoint(innerWidth / 2, innerHeight - 1)
  let element: Element | null | undefined = below.find((each) => each !== host)
  for (; element; element = element.parentElement) {
    const { position } = getComputedStyle(element)
    if (position !== 'fixed' && position !== 'sticky') continue
    const height = innerHeight - element.getBoundingClientRect().top
    return height < innerHeight * maxShareOfWindow ? Math.max(0, height) : 0
  }
  return 0
}
