/**
 * Development only: hydrates immediately, updates edited data without a reload, shows problems in
 * an overlay and outlines placeholders.
 */
import { getDataUrl, notFoundRoute } from '../routes.ts'
import type { Application } from '../client/hydrate.tsx'

const overlayId = 'signpost-problems'

/** Outlines placeholders, so that authors do not forget to replace them. */
function outlinePlaceholders(): void {
  const style = document.createElement('style')
  style.textContent = '[data-placeholder]{outline:2px dashed #d97706;outline-offset:4px}'
  document.head.append(style)
}

/** Connects the page to the development server. */
export function connectDevClient(hydrate: () => Promise<Application>): void {
  outlinePlaceholders()
  const application = hydrate()
  application.catch((error: Error) => console.debug(error.message))
  import.meta.hot?.on('signpost:update', async () => {
    showProblems(undefined)
    // A page may exist at this URL now, and its document differs from the not-found page.
    if (document.documentElement.dataset.page === getDataUrl(notFoundRoute))
      return location.reload()
    // Reload if there was no valid page to hydrate.
    await application.then((app) => app.refresh()).catch(() => location.reload())
  })
  import.meta.hot?.on('signpost:problems', ({ report }: { report: string }) => showProblems(report))
  void fetch('/@signpost/problems')
    .then((response) => response.text())
    .then((report) => showProblems(report || undefined))
}

/** Shows the report of `npm run check` over the page until the problems are fixed. */
function showProblems(report: string | undefined): void {
  document.getElementById(overlayId)?.remove()
  if (report === undefined) return
  const overlay = document.createElement('div')
  overlay.id = overlayId
  overlay.setAttribute('role', 'alert')
  const text = document.createElement('pre')
  text.textContent = report
  overlay.append(text)
  overlay.style.cssText =
    'position:fixed;inset:auto 0 0 0;max-block-size:80vh;overflow:auto;z-index:9999;' +
    'padding:1rem 1.25rem;background:#1c1917;color:#fafaf9;' +
    'border-block-start:4px solid #dc2626;font:14px/1.5 ui-monospace,monospace'
  text.style.cssText = 'margin:0;white-space:pre-wrap;font:inherit'
  document.body.append(overlay)
}
