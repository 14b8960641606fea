/**
 * The script of every page until the visitor's first intent. It wakes the application when a pointer, a touch or
 * the focus comes to a link, the menu's button or a live block, and lets a click that comes too early wait for it.
 */
import type * as Measure from './measure.ts'
import type * as Wake from './wake.tsx'
import { rememberCampaign } from '../../blocks/shared/campaign.ts'
import { carryCampaign } from './carry-campaign.ts'
import { findPlainLink } from './plain-link.ts'
import { openPlace } from './reveal.ts'

/** How long a click waits for an application that is still loading, in milliseconds. */
const patience = 300

const root = document.documentElement
const {
  page,
  live = '',
  wakes,
  application: files = '/renderer/client/wake.tsx',
  measuring,
  measure = '/renderer/client/measure.ts',
} = root.dataset
/** Matches nothing where no block is live. */
const liveBlock = `:is(${live})`
let application: Promise<Wake.Application> | undefined
let awake: Wake.Application | undefined
const { pathname } = location

/** Addresses that are not literal: Vite's helper for a literal import() is larger than this loader. */
const importAll = () =>
  Promise.all(
    files.split(' ').map((file) => import(/* @vite-ignore */ file) as Promise<typeof Wake>),
  )
const wake = () =>
  (application ??= importAll()
    .then(([module]) => module!.start())
    .then(
      (app) => (awake = app),
      (error) => {
        // Offline for a moment: the next intent tries again. Until then, what only a script would show is shown.
        application = undefined
        root.dataset.bare = ''
        throw error
      },
    ))
/** Intent only: a failure shows itself when a link is followed. */
const prepare = () => wake().catch(() => {})

for (const type of ['pointerover', 'touchstart', 'focusin']) {
  addEventListener(
    type,
    (event) =>
      (event.target as Element).closest?.(`a[href^="/"],[popovertarget],${liveBlock}`) && prepare(),
    { passive: true },
  )
}

addEventListener('click', (event) => {
  // A place on this page is the browser's matter until the router keeps the scroll positions.
  const link = findPlainLink(event, awake !== undefined)
  // A button of a live block does what it is for when the application is there, or else what the browser does. What a script clicks goes through.
  const button =
    !awake &&
    event.isTrusted &&
    (event.target as Element).closest<HTMLElement>(`${liveBlock} button`)
  if (button) {
    event.preventDefault()
    void prepare().then(() => button.click())
  }
  if (!link) return
  event.preventDefault()
  const { href } = link
  const tired = new Promise<never>((_, reject) => setTimeout(reject, patience))
  Promise.race([wake(), tired]).then(
    (app) => app.navigate(href),
    () => location.assign(href),
  )
})

// After a reload, the history may lead to a page that an earlier application put there: it has no document of its own.
addEventListener('popstate', () => {
  if (!awake && location.pathname !== pathname) location.reload()
})

rememberCampaign(location.search)
carryCampaign()
openPlace()
// A block or the address needs it. Not before the page can be seen: what is fetched earlier shares the line with what is painted. A tab in the
// background waits until it is looked at.
if (wakes?.split(' ').some((name) => location.search.includes(name)))
  new PerformanceObserver(prepare).observe({ type: 'paint', buffered: true })
// What the visitor has chosen before the loader was there, or before going away and coming back: browsers put it into the page again, by now.
addEventListener(
  'pageshow',
  () => document.querySelector(`${liveBlock} :checked:not([checked])`) && prepare(),
)
// Do Not Track and Global Privacy Control count as a no: then not even the script is fetched.
const { doNotTrack, globalPrivacyControl } = navigator as Navigator & {
  globalPrivacyControl?: boolean
}
if (measuring && doNotTrack !== '1' && !globalPrivacyControl) {
  // Content blockers stop it, as is their right.
  ;(import(/* @vite-ignore */ measure) as Promise<typeof Measure>).then(
    ({ startMeasuring }) => startMeasuring(JSON.parse(measuring)),
    () => {},
  )
}
if (page === '/404.json') console.error(`404: there is no page at ${location.pathname}`)
if (import.meta.env.DEV) import('../dev/dev-client.ts').then((module) => module.connect(wake))
