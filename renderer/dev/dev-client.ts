/**
 * Development only: hydrates immediately, updates edited data without a reload, shows problems and
 * the development bar.
 */
import { getDataPath, notFoundRoute } from '../routes.ts'
import type { Application } from '../client/hydrate.tsx'
import { mountDevLayer } from './bar/mount-bar.tsx'

/** Connects the page to the development server. */
export function connectDevClient(hydrate: () => Promise<Application>): void {
  // Examples of the catalogue are shown in frames.
  const layer = mountDevLayer(!location.pathname.startsWith('/__catalogue'))
  const application = hydrate()
  let isHydrated = false
  application.then(
    () => void (isHydrated = true),
    (error: Error) => console.debug(error.message),
  )
  // Vite waits for a listener's promise before it handles the next message, so this one returns
  // none: a page that is never hydrated would receive nothing anymore.
  import.meta.hot?.on('signpost:update', () => {
    layer.showReport('')
    // A page may exist at this URL now, and its document differs from that of the not-found page.
    if (isNotFoundPage()) return location.reload()
    // If hydration failed because the page was invalid, only a reload can show the valid one.
    void application.then((app) => app.refresh()).catch(() => location.reload())
  })
  // A page that a mistake in a module has kept from being hydrated, or has replaced with an error,
  // stays as it is when the module is replaced.
  import.meta.hot?.on('vite:beforeUpdate', () => {
    if (!isHydrated || !document.querySelector('main')) location.reload()
  })
  // The server may have sent the update that adds the page before this document was connected.
  void reloadIfFound()
  import.meta.hot?.on('vite:ws:connect', reloadIfFound)
  import.meta.hot?.on('signpost:problems', ({ report }: { report: string }) =>
    layer.showReport(report),
  )
  import.meta.hot?.on('signpost:checked', () => void layer.refresh())
  void layer.refresh()
  void fetch('/@signpost/problems')
    .then((response) => response.text())
    .then((report) => layer.showReport(report))
}

const isNotFoundPage = () =>
  document.documentElement.dataset.page?.endsWith(getDataPath(notFoundRoute)) === true

async function reloadIfFound(): Promise<void> {
  if (!isNotFoundPage()) return
  const { ok } = await fetch(location.href, { method: 'HEAD' })
  if (ok) location.reload()
}
