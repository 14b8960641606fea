/**
 * The script that every page starts with. It loads and hydrates the application when a pointer, a
 * touch or the focus reaches a link, a live block or another element with `data-wake`, and delays
 * earlier clicks until the application is ready.
 */
import type * as AnalyticsModule from './analytics.ts'
import type * as HydrateModule from './hydrate.tsx'
import { saveCampaign } from '../../blocks/shared/visit/campaign.ts'
import { addCampaignToLinks } from './add-campaign-to-links.ts'
import { findInternalLink } from './find-internal-link.ts'
import { openAnchorTarget } from './anchor-target.ts'
import { watchHeroButtons } from './watch-hero-buttons.ts'

/** How long a click waits for an application that is still loading, in milliseconds. */
const clickTimeoutMs = 300

const root = document.documentElement
const {
  page,
  live = '',
  wakes: hydrationTriggers,
  application: applicationUrls = '/renderer/client/hydrate.tsx',
  measuring: analyticsSettings,
  analytics: analyticsUrl = '/renderer/client/analytics.ts',
} = root.dataset
/** Matches nothing if no block is live. */
const liveBlockSelector = `:is(${live})`
let applicationPromise: Promise<HydrateModule.Application> | undefined
let hydratedApplication: HydrateModule.Application | undefined
const { pathname } = location

/** Uses variable URLs, because Vite's helper for a literal import() is larger than this loader. */
const importApplication = () =>
  Promise.all(
    applicationUrls
      .split(' ')
      .map((file) => import(/* @vite-ignore */ file) as Promise<typeof HydrateModule>),
  )
const ensureHydrated = () =>
  (applicationPromise ??= importApplication()
    .then(([module]) => module!.hydrateApplication())
    .then(
      (app) => (hydratedApplication = app),
      (error) => {
        // The visitor may be offline, so the next interaction tries again. Until then, `data-bare`
        // reveals the content that stylesheets hide before hydration.
        applicationPromise = undefined
        root.dataset.bare = ''
        document.adoptedStyleSheets = []
        throw error
      },
    ))
/** Ignores failures: when the visitor follows a link, the browser handles it. */
const hydrateOnIntent = () => ensureHydrated().catch(() => {})

for (const type of ['pointerover', 'touchstart', 'focusin']) {
  addEventListener(
    type,
    (event) =>
      (event.target as Element).closest?.(`a[href^="/"],[data-wake],${liveBlockSelector}`) &&
      hydrateOnIntent(),
    { passive: true },
  )
}

addEventListener('click', (event) => {
  // The browser handles anchors on this page until the router restores scroll positions.
  const link = findInternalLink(event, hydratedApplication !== undefined)
  // Clicks on buttons in live blocks are repeated after hydration, or passed to the browser if it
  // fails. A repeated click is not trusted, so it passes this check.
  const button =
    !hydratedApplication &&
    event.isTrusted &&
    (event.target as Element).closest<HTMLElement>(`${liveBlockSelector} button`)
  if (button) {
    event.preventDefault()
    root.dataset.busy = ''
    void hydrateOnIntent().then(() => button.click())
  }
  if (!link) return
  event.preventDefault()
  // Shows the progress bar immediately, until the next page has loaded.
  root.dataset.busy = ''
  const { href } = link
  const timeout = new Promise<never>((_, reject) => setTimeout(reject, clickTimeoutMs))
  Promise.race([ensureHydrated(), timeout]).then(
    (app) => app.navigate(href),
    () => {
      // Without a connection, the browser would replace the page with an error.
      if (navigator.onLine) location.assign(href)
      else root.dataset.busy = 'offline'
    },
  )
})

// After a reload, a history entry may belong to a page that the application showed before the
// reload; only a reload of the new URL shows it.
addEventListener('popstate', () => {
  if (!hydratedApplication && location.pathname !== pathname) location.reload()
})

saveCampaign(location.search)
addCampaignToLinks()
openAnchorTarget()
watchHeroButtons()
// Hydrate without interaction if a block or the query requires it, but only after the first paint:
// earlier requests would compete with those for the paint. Background tabs wait until they are
// visible.
if (hydrationTriggers?.split(' ').some((name) => location.search.includes(name)))
  new PerformanceObserver(hydrateOnIntent).observe({ type: 'paint', buffered: true })
// Hydrate if the visitor changed a choice before the loader ran, or if the browser restored one,
// which it has done before `pageshow`.
addEventListener('pageshow', () => {
  // The back/forward cache restores the page as it was left, with its progress bar.
  delete root.dataset.busy
  // A browser that restores form fields may not restore everything that `useKeptChoice` keeps.
  if (
    history.state?.kept ||
    document.querySelector(`${liveBlockSelector} :checked:not([checked],[selected])`)
  )
    hydrateOnIntent()
})
// Do Not Track and Global Privacy Control opt out: the script is not even fetched.
const { doNotTrack, globalPrivacyControl } = navigator as Navigator & {
  globalPrivacyControl?: boolean
}
if (analyticsSettings && doNotTrack !== '1' && !globalPrivacyControl) {
  // Ignore failures, since content blockers may block the script.
  ;(import(/* @vite-ignore */ analyticsUrl) as Promise<typeof AnalyticsModule>).then(
    ({ startAnalytics }) => startAnalytics(JSON.parse(analyticsSettings)),
    () => {},
  )
}
if (page?.endsWith('404.json')) console.error('404', pathname)
if (import.meta.env.DEV)
  import('../dev/dev-client.ts').then((module) => module.connectDevClient(ensureHydrated))
