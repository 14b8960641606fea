/**
 * Sends page views and link events to the analytics services in the site's settings. Loaded only if
 * a service is configured and the visitor has not opted out.
 */
import { parseCampaign, loadCampaign } from '../../blocks/shared/visit/campaign.ts'
import { reportedEvent, type ReportedEvent } from '../../blocks/shared/visit/report-event.ts'
import { observeWebVitals } from './web-vitals.ts'
import { plausibleScript, tagManagerScript } from './analytics-scripts.ts'
import type { AnalyticsSettings } from '../../schema/page-data.ts'

type EventProperties = { page: string; kind: string } & Record<string, string | number>
declare global {
  interface WindowEventMap {
    [reportedEvent]: CustomEvent<ReportedEvent>
  }
}

type SendEvent = (event: string, details: EventProperties) => void

/** Starts analytics. Call it once per document. */
export function startAnalytics({ plausible, tagManager, beacon }: AnalyticsSettings): void {
  const senders = [
    plausible && createPlausibleSender(plausible),
    tagManager && createTagManagerSender(tagManager),
    beacon && createBeaconSender(beacon),
  ]
  const sendToAll: SendEvent = (event, details) => senders.forEach((send) => send?.(event, details))
  sendToAll('pageview', collectEventProperties())
  // A page that opens in a background tab is painted when the visitor looks at it.
  if (beacon && !document.hidden) sendWebVitals(createBeaconSender(beacon))
  // React Router has no navigation event, but every route has a new main element.
  let currentPathname = location.pathname
  new MutationObserver(() => {
    if (location.pathname === currentPathname) return
    currentPathname = location.pathname
    sendToAll('pageview', collectEventProperties())
  }).observe(document.getElementById('root')!, { childList: true })
  addEventListener(
    'click',
    ({ target }) => {
      const link = (target as Element).closest<HTMLElement>('[data-event]')
      if (link) sendToAll(link.dataset.event!, collectEventProperties())
    },
    // Captures the event, before another listener can stop it.
    { capture: true },
  )
  addEventListener(reportedEvent, ({ detail: { event, ...details } }) =>
    sendToAll(event, { ...collectEventProperties(), ...details }),
  )
}

/** Sends the values of the page that was loaded, once: when the visitor leaves or looks elsewhere. */
function sendWebVitals(send: SendEvent): void {
  const properties = collectEventProperties()
  const readVitals = observeWebVitals()
  const sent = new AbortController()
  document.addEventListener(
    'visibilitychange',
    () => {
      if (!document.hidden) return
      sent.abort()
      send('vitals', { ...properties, ...readVitals() })
    },
    sent,
  )
}

function collectEventProperties(): EventProperties {
  const campaign = parseCampaign(location.search) || loadCampaign()
  return {
    page: location.pathname,
    kind: document.querySelector('main')?.dataset.kind ?? '',
    ...Object.fromEntries(new URLSearchParams(campaign)),
  }
}

function loadAnalyticsScript(src: string, data: Record<string, string> = {}): void {
  const script = document.createElement('script')
  script.async = true
  script.src = src
  script.dataset.own = ''
  Object.assign(script.dataset, data)
  document.head.append(script)
}

/** https://plausible.io/docs/custom-event-goals */
function createPlausibleSender({
  domain,
  script = plausibleScript,
}: NonNullable<AnalyticsSettings['plausible']>): SendEvent {
  type Plausible = { (event: string, options: { props: object }): void; q?: unknown[] }
  const scope = window as { plausible?: Plausible }
  const queue: Plausible = (...call) => void (queue.q ??= []).push(call)
  scope.plausible ??= queue
  loadAnalyticsScript(script, { domain })
  return (event, props) => scope.plausible!(event, { props })
}

/** https://developers.google.com/tag-platform/tag-manager/datalayer */
function createTagManagerSender({
  id,
  script = tagManagerScript,
}: NonNullable<AnalyticsSettings['tagManager']>): SendEvent {
  const scope = window as { dataLayer?: object[] }
  const layer = (scope.dataLayer ??= [])
  layer.push({ event: 'gtm.js', 'gtm.start': Date.now() })
  const url = new URL(script, location.href)
  url.searchParams.set('id', id)
  loadAnalyticsScript(url.href)
  return (event, details) => layer.push({ event, ...details })
}

function createBeaconSender({ endpoint }: NonNullable<AnalyticsSettings['beacon']>): SendEvent {
  return (event, details) => navigator.sendBeacon(endpoint, JSON.stringify({ event, ...details }))
}
