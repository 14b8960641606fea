/** Tells whoever the site's settings name of visits and of clicks that matter. Loaded where a site wants it and the visitor does not object. */
import { parseCampaign, loadCampaign } from '../../blocks/shared/visit/campaign.ts'
import type { AnalyticsSettings } from '../../schema/page-data.ts'

type EventProperties = { page: string; kind: string } & Record<string, string>
type SendEvent = (event: string, details: EventProperties) => void

/** Starts to measure. Call it once in a document. */
export function startAnalytics({ plausible, tagManager, beacon }: AnalyticsSettings): void {
  const senders = [
    plausible && createPlausibleSender(plausible),
    tagManager && createTagManagerSender(tagManager),
    beacon && createBeaconSender(beacon),
  ]
  const sendToAll: SendEvent = (event, details) =>
    senders.forEach((teller) => teller?.(event, details))
  sendToAll('pageview', collectEventProperties())
  // React Router says nothing when it has moved; the page's own main element does, being another one for each route.
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
    // Before anything can stop the click.
    { capture: true },
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
  script = 'https://plausible.io/js/script.manual.js',
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
  script = 'https://www.googletagmanager.com/gtm.js',
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
