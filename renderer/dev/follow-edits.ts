import type { Application } from '../client/hydrate.tsx'
import { getDataPath, notFoundRoute } from '../routes.ts'

/**
 * Puts each version of the site on the screen: `npm run dev` and the studio dispatch
 * `signpost:update` in the page once its server has another one.
 * @param onShown called once a version is shown without a reload
 */
export function followEdits(application: Promise<Application>, onShown = () => {}): void {
  addEventListener('signpost:update', async () => {
    // A page may exist at this URL now, and its document differs from that of the not-found page.
    if (isNotFoundPage()) return location.reload()
    // If hydration failed because the page was invalid, only a reload can show the valid one.
    await application.then((app) => app.refresh()).catch(() => location.reload())
    // The server has answered again: the note of a visitor without a connection goes.
    delete document.documentElement.dataset.busy
    onShown()
  })
}

export const isNotFoundPage = () =>
  document.documentElement.dataset.page?.endsWith(getDataPath(notFoundRoute)) === true
