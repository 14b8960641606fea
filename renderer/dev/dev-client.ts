/**
 * Development only: hydrates immediately, updates edited data without a reload, shows problems and
 * a button that opens the studio.
 */
import type { Application } from '../client/hydrate.tsx'
import { followEdits, isNotFoundPage } from './follow-edits.ts'
import { mountOverlay } from './overlay/problem-overlay.tsx'

/** Connects the page to the development server. */
export function connectDevClient(hydrate: () => Promise<Application>): void {
  // Examples of the catalogue are shown in frames.
  const show = mountOverlay(!location.pathname.startsWith('/__catalogue'))
  const application = hydrate()
  let isHydrated = false
  application.then(
    () => void (isHydrated = true),
    (error: Error) => console.debug(error.message),
  )
  let reportCount = 0
  const showReport = (report: string) => {
    reportCount++
    show(report)
  }
  const fetchReport = async () => {
    const before = reportCount
    const response = await fetch('/@signpost/problems')
    const report = await response.text()
    markDraft(response.headers.get('signpost-draft') === 'true')
    // One that was sent meanwhile is newer.
    if (reportCount === before) showReport(report)
  }
  followEdits(application)
  import.meta.hot?.on('signpost:update', ({ isDraft }: { isDraft: boolean }) => {
    showReport('')
    markDraft(isDraft)
    dispatchEvent(new Event('signpost:update'))
  })
  // A page that a mistake in a module has kept from being hydrated, or has replaced with an error,
  // stays as it is when the module is replaced.
  import.meta.hot?.on('vite:beforeUpdate', () => {
    if (!isHydrated || !document.querySelector('main')) location.reload()
  })
  import.meta.hot?.on('signpost:problems', ({ report }: { report: string }) => showReport(report))
  // What the server has sent before this document was connected is lost.
  const catchUp = () => void Promise.all([reloadIfFound(), fetchReport()])
  import.meta.hot?.on('vite:ws:connect', catchUp)
  catchUp()
}

/** Says on the page that it shows edits of the studio which are not saved. */
const markDraft = (isDraft: boolean) =>
  void document.querySelector('signpost-overlay')?.toggleAttribute('data-draft', isDraft)

async function reloadIfFound(): Promise<void> {
  if (!isNotFoundPage()) return
  const { ok } = await fetch(location.href, { method: 'HEAD' })
  if (ok) location.reload()
}
