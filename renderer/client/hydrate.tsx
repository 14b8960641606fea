/**
 * The application: the same components as on the server, under React Router. Loaded on demand by
 * loader.ts.
 */
// Shares the modules of eager scripts that the page has loaded, and loads those it has not.
import '../../blocks/area-map/eager/visitor-marker.ts'
import '../../blocks/opening-hours/eager/open-now.ts'
import '../../blocks/schedule/eager/dates.ts'
import '../../blocks/shared/eager/location.ts'
import { startTransition, useEffect, useLayoutEffect, useRef } from 'react'
import { hydrateRoot } from 'react-dom/client'
import {
  createBrowserRouter,
  RouterProvider,
  ScrollRestoration,
  useLoaderData,
  useLocation,
} from 'react-router-dom'
import type { PageData, SiteData } from '../../schema/page-data.ts'
import { PageBody } from '../page-body.tsx'
import { PageHead } from '../page-head.tsx'
import { getSiteDataPath } from '../routes.ts'
import { addCampaignToLinks } from './add-campaign-to-links.ts'
import { basePath } from './base-path.ts'
import { fetchJson } from './fetch-json.ts'
import { hasCurrentRelease, loadPage } from './load-page.ts'
import { clearPrefetchedPages, prefetchOnIntent, removeSpeculationRules } from './prefetch-page.ts'
import { focusAndAnnounce } from './focus-and-announce.ts'
import { watchHeroButtons } from './watch-hero-buttons.ts'

/** The interface of the running application for the loader and the development client. */
export type Application = {
  /** Navigates to a URL of this site without loading a document. */
  navigate: (href: string) => void
  /** Reloads the data of the current page and of the site. Resolves once they are shown. */
  refresh: () => Promise<void>
}

/** The router's paths include the base path, since other sites may share the domain. */
const siteDataUrl = basePath + getSiteDataPath(document.documentElement.dataset.language)

type RouteData = { page: PageData; site: SiteData }

/**
 * Fetches the page's data and hydrates the document. Resolves once it is hydrated.
 * @throws Error if the document is not from Signpost or the data cannot be fetched
 */
export async function hydrateApplication(): Promise<Application> {
  const root = document.getElementById('root')
  const pageUrl = document.documentElement.dataset.page
  if (!root || !pageUrl) throw new Error('This document was not made by Signpost.')
  const [page, site] = await Promise.all([
    fetchJson<PageData>(pageUrl),
    fetchJson<SiteData>(siteDataUrl),
  ])
  if (!hasCurrentRelease(page)) throw new Error('The site has been released again.')
  const initialData: RouteData = { page, site }
  let siteData = Promise.resolve(site)
  // React Router omits the fragment from the URL that it loads.
  let hash = ''
  addEventListener('online', () => delete document.documentElement.dataset.busy)
  // Unlike navigation by link, back and forward do not set the hash.
  addEventListener('popstate', () => void (hash = location.hash))
  const { stylesheet } = document.documentElement.dataset
  if (stylesheet !== undefined) appendLink({ rel: 'prefetch', as: 'style', href: stylesheet })
  let styles: Promise<void> | undefined
  const loadRoute = async (url: URL): Promise<RouteData> => {
    try {
      const [page, site] = await Promise.all([
        loadPage(url),
        siteData,
        (styles ??= loadStylesheet(stylesheet).catch((error) => {
          // The visitor may be offline, so the next navigation tries again.
          styles = undefined
          throw error
        })),
      ])
      return { page, site }
    } catch {
      // Let the browser navigate and show the server's response, but not without a connection: it
      // would replace the page with an error.
      if (await isReachable(url)) location.assign(url.href + hash)
      else document.documentElement.dataset.busy = 'offline'
      return new Promise(() => {})
    }
  }

  return new Promise((resolve) => {
    const router = createBrowserRouter(
      [
        {
          id: 'page',
          path: '*',
          loader: ({ request }) => loadRoute(new URL(request.url)),
          element: <RoutePage onShown={(data) => onShown(data)} />,
        },
      ],
      { hydrationData: { loaderData: { page: initialData } } },
    )
    let shown: RouteData | undefined
    let waiting: (() => void)[] = []
    const onShown = (data: RouteData) => {
      if (!shown) {
        removeSpeculationRules()
        prefetchOnIntent()
        resolve({ navigate, refresh })
      }
      shown = data
      for (const goOn of waiting) goOn()
      waiting = []
    }
    handleSkippedTransitions()
    const navigate = (href: string) => {
      const { pathname, search, hash: newHash } = new URL(href, location.href)
      hash = newHash
      document.documentElement.dataset.busy = ''
      // As in browsers, a link to the current URL adds no history entry.
      void router.navigate(pathname + search + newHash, {
        replace: href === location.href,
        viewTransition: !matchMedia('(prefers-reduced-motion: reduce)').matches,
      })
    }
    const refresh = async () => {
      clearPrefetchedPages()
      siteData = fetchJson<SiteData>(siteDataUrl)
      await router.revalidate()
      // React draws it some time after the router has it.
      while (shown !== router.state.loaderData.page)
        await new Promise<void>((goOn) => waiting.push(goOn))
      // Only a development server sends the theme, which is in the document.
      const isRestyled = JSON.stringify(shown?.site.theme) !== JSON.stringify(site.theme)
      if (isRestyled) location.reload()
    }
    // A transition, so that a slow device can handle input in between.
    startTransition(() => void hydrateRoot(root, <RouterProvider router={router} />))
  })
}

/**
 * A view transition that the next navigation interrupts, or that takes too long, rejects `ready`.
 * React Router doesn't handle that, and the browser would report an error.
 */
function handleSkippedTransitions(): void {
  const start = document.startViewTransition?.bind(document)
  if (!start) return
  document.startViewTransition = (update) => {
    const transition = start(update)
    transition.ready.catch(() => {})
    return transition
  }
}

/** Whether the server answers at all, with any status. */
const isReachable = (url: URL): Promise<boolean> =>
  fetch(url, { method: 'HEAD' }).then(
    () => true,
    () => false,
  )

/**
 * Loads the CSS of all blocks, since a document contains only the CSS of its own blocks. It must
 * not load before the first navigation: because of its cascade layers, Chromium would reevaluate
 * all fonts and repeat the layout.
 * @throws Event if it cannot be loaded, for example because a newer release has replaced it
 */
async function loadStylesheet(href: string | undefined): Promise<void> {
  if (href === undefined) return
  const link = appendLink({ rel: 'stylesheet', href })
  await new Promise<unknown>((resolve, reject) => {
    link.onload = resolve
    link.onerror = reject
  })
}

function appendLink(attributes: Partial<HTMLLinkElement>): HTMLLinkElement {
  const link = Object.assign(document.createElement('link'), attributes)
  link.dataset.own = ''
  document.head.append(link)
  return link
}

function RoutePage({ onShown }: { onShown: (data: RouteData) => void }) {
  const data = useLoaderData<RouteData>()
  const { page, site } = data
  const { key, pathname } = useLocation()
  const previous = useRef<string>(undefined)
  useEffect(() => onShown(data), [data])
  useEffect(() => {
    if (previous.current !== undefined) {
      watchHeroButtons()
      focusAndAnnounce(page, pathname !== previous.current)
      showJsonLd(page.jsonLd)
    }
    previous.current = pathname
    addCampaignToLinks()
    // React may render restored choices only after the next paint, so space stays reserved until
    // then.
    requestAnimationFrame(() => requestAnimationFrame(() => (document.adoptedStyleSheets = [])))
    delete document.documentElement.dataset.busy
    // Depends on the key only: refreshing a page is not a navigation and must not move the focus.
  }, [key])
  return (
    <>
      <PageHead page={page} site={site} />
      <PageBody page={page} site={site} />
      <KeptAnswer entry={key} />
      <ScrollRestoration
        getKey={({ key, pathname, hash }) => (key === 'default' ? pathname + hash : key)}
      />
    </>
  )
}

/**
 * Opens the answer that was open when the visitor left this history entry, and closes the others;
 * see renderer/inline/keep-answer.ts. It precedes `ScrollRestoration`, since the scroll position
 * depends on it.
 */
function KeptAnswer({ entry }: { entry: string }) {
  useLayoutEffect(() => {
    const selector: unknown = history.state?.kept?.faq?.value
    if (typeof selector !== 'string') return
    for (const item of document.querySelectorAll<HTMLDetailsElement>('.faq details'))
      item.open = item.matches(selector)
  }, [entry])
  return null
}

type ScriptPolicy = { createScript: (text: string) => string }
type TrustedTypes = { createPolicy: (name: string, rules: ScriptPolicy) => ScriptPolicy }

/** The only Trusted Types policy that the content security policy allows. It accepts only JSON. */
const jsonRules: ScriptPolicy = { createScript: (text) => JSON.stringify(JSON.parse(text)) }
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
const jsonPolicy = trustedTypes?.createPolicy('signpost', jsonRules) ?? jsonRules

/**
 * Replaces the structured data in the head. It is not part of React's tree: React creates scripts by
 * assigning HTML, which the content security policy forbids.
 */
function showJsonLd(things: object[]): void {
  const { head } = document
  for (const old of head.querySelectorAll('script[type="application/ld+json"]')) old.remove()
  for (const thing of things) {
    const script = document.createElement('script')
    script.type = 'application/ld+json'
    script.textContent = jsonPolicy.createScript(JSON.stringify(thing))
    head.append(script)
  }
}
