/**
 * The script of every page until the visitor's first intent. It wakes the application when a pointer, a touch or
 * the focus comes to a link, the menu's button or a live block, and lets a click that comes too early wait for it.
 */
import type * as Measure from './analytics.ts'
import type * as Wake from './hydrate.tsx'
import { saveCampaign } from '../../blocks/shared/visit/campaign.ts'
import { addCampaignToLinks } from './add-campaign-to-links.ts'
import { findInternalLink } from './find-internal-link.ts'
import { openAnchorTarget } from './anchor-target.ts'

/** How long a click waits for an application that is still loading, in milliseconds. */
const clickTimeoutMs = 300

const root = document.documentElement
const {
  page,
  live = '',
  wakes: hydrationTriggers,
  application: applicationUrls = '/renderer/client/hydrate.tsx',
  measuring: analyticsSettings,
  measure: analyticsUrl = '/renderer/client/analytics.ts',
} = root.dataset
/** Matches nothing where no block is live. */
const liveBlockSelector = `:is(${live})`
let applicationPromise: Promise<Wake.Application> | undefined
let hydratedApplication: Wake.Application | undefined
const { pathname } = location

/** Addresses that are not literal: Vite's helper for a literal import() is larger than this loader. */
const importApplication = () =>
  Promise.all(
    applicationUrls
      .split(' ')
      .map((file) => import(/* @vite-ignore */ file) as Promise<typeof Wake>),
  )
const ensureHydrated = () =>
  (applicationPromise ??= importApplication()
    .then(([module]) => module!.hydrateApplication())
    .then(
      (app) => (hydratedApplication = app),
      (error) => {
        // Offline for a moment: the next intent tries again. Until then, what only a script would show is shown.
        applicationPromise = undefined
        root.dataset.bare = ''
        throw error
      },
    ))
/** Intent only: a failure shows itself when a link is followed. */
const hydrateOnIntent = () => ensureHydrated().catch(() => {})

for (const type of ['pointerover', 'touchstart', 'focusin']) {
  addEventListener(
    type,
    (event) =>
      (event.target as Element).closest?.(`a[href^="/"],[popovertarget],${liveBlockSelector}`) &&
      hydrateOnIntent(),
    { passive: true },
  )
}

addEventListener('click', (event) => {
  // A place on this page is the browser's matter until the router keeps the scroll positions.
  const link = findInternalLink(event, hydratedApplication !== undefined)
  // A button of a live block does what it is for when the application is there, or else what the browser does. What a script clicks goes through.
  const button =
    !hydratedApplication &&
    event.isTrusted &&
    (event.target as Element).closest<HTMLElement>(`${liveBlockSelector} button`)
  if (button) {
    event.preventDefault()
    void hydrateOnIntent().then(() => button.click())
  }
  if (!link) return
  event.preventDefault()
  const { href } = link
  const tired = new Promise<never>((_, reject) => setTimeout(reject, clickTimeoutMs))
  Promise.race([ensureHydrated(), tired]).then(
    (app) => app.navigate(href),
    () => location.assign(href),
  )
})

// After a reload, the history may lead to a page that an earlier application put there: it has no document of its own.
addEventListener('popstate', () => {
  if (!hydratedApplication && location.pathname !== pathname) location.reload()
})

saveCampaign(location.search)
addCampaignToLinks()
openAnchorTarget()
// A block or the address needs it. Not before the page can be seen: what is fetched earlier shares the line with what is painted. A tab in the
// background waits until it is looked at.
if (hydrationTriggers?.split(' ').some((name) => location.search.includes(name)))
  new PerformanceObserver(hydrateOnIntent).observe({ type: 'paint', buffered: true })
// What the visitor has chosen before the loader was there, or before going away and coming back: browsers put it into the page again, by now.
addEventListener(
  'pageshow',
  () => document.querySelector(`${liveBlockSelector} :checked:not([checked])`) && hydrateOnIntent(),
)
// Do Not Track and Global Privacy Control count as a no: then not even the script is fetched.
const { doNotTrack, globalPrivacyControl } = navigator as Navigator & {
  globalPrivacyControl?: boolean
}
if (analyticsSettings && doNotTrack !== '1' && !globalPrivacyControl) {
  // Content blockers stop it, as is their right.
  ;(import(/* @vite-ignore */ analyticsUrl) as Promise<typeof Measure>).then(
    ({ startAnalytics }) => startAnalytics(JSON.parse(analyticsSettings)),
    () => {},
  )
}
if (page === '/404.json') console.error(`404: there is no page at ${location.pathname}`)
if (import.meta.env.DEV)
  import('../dev/dev-client.ts').then((module) => module.connectDevClient(ensureHydrated))
