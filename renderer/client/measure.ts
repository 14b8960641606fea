/** Tells whoever the site's settings name of visits and of clicks that matter. Loaded where a site wants it and the visitor does not object. */
import { readCampaign, recallCampaign } from '../../blocks/shared/campaign.ts'
import type { Measuring } from '../../schema/page-data.ts'

type Details = { page: string; kind: string } & Record<string, string>
type Tell = (event: string, details: Details) => void

/** Starts to measure. Call it once in a document. */
export function startMeasuring({ plausible, tagManager, beacon }: Measuring): void {
  const tellers = [
    plausible && viaPlausible(plausible),
    tagManager && viaTagManager(tagManager),
    beacon && viaBeacon(beacon),
  ]
  const tell: Tell = (event, details) => tellers.forEach((teller) => teller?.(event, details))
  tell('pageview', describe())
  // React Router says nothing when it has moved; the page's own main element does, being another one for each route.
  let shown = location.pathname
  new MutationObserver(() => {
    if (location.pathname === shown) return
    shown = location.pathname
    tell('pageview', describe())
  }).observe(document.getElementById('root')!, { childList: true })
  addEventListener(
    'click',
    ({ target }) => {
      const link = (target as Element).closest<HTMLElement>('[data-event]')
      if (link) tell(link.dataset.event!, describe())
    },
    // Before anything can stop the click.
    { capture: true },
  )
}

function describe(): Details {
  const campaign = readCampaign(location.search) || recallCampaign()
  return {
    page: location.pathname,
    kind: document.querySelector('main')?.dataset.kind ?? '',
    ...Object.fromEntries(new URLSearchParams(campaign)),
  }
}

function load(src: string, data: Record<string, string> = {}): void {
  const script = document.createElement('script')
  script.async = true
  script.src = src
  script.dataset.own = ''
  Object.assign(script.dataset, data)
  document.head.append(script)
}

/** https://plausible.io/docs/custom-event-goals */
function viaPlausible({
  domain,
  script = 'https://plausible.io/js/script.manual.js',
}: NonNullable<Measuring['plausible']>): Tell {
  type Plausible = { (event: string, options: { props: object }): void; q?: unknown[] }
  const scope = window as { plausible?: Plausible }
  const queue: Plausible = (...call) => void (queue.q ??= []).push(call)
  scope.plausible ??= queue
  load(script, { domain })
  return (event, props) => scope.plausible!(event, { props })
}

/** https://developers.google.com/tag-platform/tag-manager/datalayer */
function viaTagManager({
  id,
  script = 'https://www.googletagmanager.com/gtm.js',
}: NonNullable<Measuring['tagManager']>): Tell {
  const scope = window as { dataLayer?: object[] }
  const layer = (scope.dataLayer ??= [])
  layer.push({ event: 'gtm.js', 'gtm.start': Date.now() })
  const url = new URL(script, location.href)
  url.searchParams.set('id', id)
  load(url.href)
  return (event, details) => layer.push({ event, ...details })
}

function viaBeacon({ endpoint }: NonNullable<Measuring['beacon']>): Tell {
  return (event, details) => navigator.sendBeacon(endpoint, JSON.stringify({ event, ...details }))
}
