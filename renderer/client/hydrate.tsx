/** The application: the same components as on the server, under React Router. Loaded on need by loader.ts. */
// What has come with the page goes on with it; on another page it has not come yet.
import '../../blocks/area-map/eager/visitor-marker.ts'
import '../../blocks/schedule/eager/dates.ts'
import '../../blocks/shared/eager/location.ts'
import { startTransition, useEffect, useRef } from 'react'
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
import { siteDataUrl } from '../routes.ts'
import { addCampaignToLinks } from './add-campaign-to-links.ts'
import { fetchJson } from './fetch-json.ts'
import { loadPage } from './load-page.ts'
import { clearPrefetchedPages, prefetchOnIntent, removeSpeculationRules } from './prefetch-page.ts'
import { focusAndAnnounce } from './focus-and-announce.ts'

/** What the loader and the development client may ask of the running application. */
export type Application = {
  /** Goes to an address of this site, in the page. */
  navigate: (href: string) => void
  /** Fetches the present page's data, and the site's, again. */
  refresh: () => Promise<void>
}

type RouteData = { page: PageData; site: SiteData }

/** Fetches the page's data, hydrates, and resolves when the page is alive. */
export async function hydrateApplication(): Promise<Application> {
  const root = document.getElementById('root')
  const pageUrl = document.documentElement.dataset.page
  if (!root || !pageUrl) throw new Error('This document was not made by Signpost.')
  const [page, site] = await Promise.all([
    fetchJson<PageData>(pageUrl),
    fetchJson<SiteData>(siteDataUrl),
  ])
  const initialData: RouteData = { page, site }
  let siteData = Promise.resolve(site)
  let hash = ''
  // Steps through the history are not announced by a link.
  addEventListener('popstate', () => void (hash = location.hash))
  const { stylesheet } = document.documentElement.dataset
  if (stylesheet !== undefined) appendLink({ rel: 'prefetch', as: 'style', href: stylesheet })
  let styles: Promise<void> | undefined
  const loadRoute = async (url: URL): Promise<RouteData> => {
    const [page, site] = await Promise.all([
      loadPage(url, hash),
      siteData,
      (styles ??= loadStylesheet(stylesheet)),
    ])
    return { page, site }
  }

  return new Promise((resolve) => {
    const router = createBrowserRouter(
      [
        {
          id: 'page',
          path: '*',
          loader: ({ request }) => loadRoute(new URL(request.url)),
          element: <RoutePage onHydrated={() => onHydrated()} />,
        },
      ],
      { hydrationData: { loaderData: { page: initialData } } },
    )
    const onHydrated = () => {
      removeSpeculationRules()
      prefetchOnIntent()
      resolve({ navigate, refresh })
    }
    const navigate = (href: string) => {
      const { pathname, search, hash: place } = new URL(href, location.href)
      hash = place
      // As browsers do: a link to where one is makes no new step in the history.
      void router.navigate(pathname + search + place, {
        replace: href === location.href,
        viewTransition: !matchMedia('(prefers-reduced-motion: reduce)').matches,
      })
    }
    const refresh = async () => {
      clearPrefetchedPages()
      siteData = fetchJson<SiteData>(siteDataUrl)
      await router.revalidate()
    }
    // A transition, so that a slow telephone can answer the visitor in between.
    startTransition(() => void hydrateRoot(root, <RouterProvider router={router} />))
  })
}

/**
 * The page came with the css of its own blocks; other pages have others. Without it, a page would be bare, but it would be read. Not
 * before the first navigation: it has layers, for which Chromium looks at every typeface again, and a page that was painted before its
 * typefaces had come would be set anew.
 */
async function loadStylesheet(href: string | undefined): Promise<void> {
  if (href === undefined) return
  const link = appendLink({ rel: 'stylesheet', href })
  await new Promise<void>((resolve) => {
    link.onload = link.onerror = () => resolve()
  })
}

function appendLink(attributes: Partial<HTMLLinkElement>): HTMLLinkElement {
  const link = Object.assign(document.createElement('link'), attributes)
  link.dataset.own = ''
  document.head.append(link)
  return link
}

function RoutePage({ onHydrated }: { onHydrated: () => void }) {
  const { page, site } = useLoaderData<RouteData>()
  const { key, pathname } = useLocation()
  const previous = useRef<string>(undefined)
  useEffect(onHydrated, [])
  useEffect(() => {
    if (previous.current !== undefined) focusAndAnnounce(page, pathname !== previous.current)
    previous.current = pathname
    addCampaignToLinks()
    // A refresh of the same page is no navigation: the focus stays where it is.
  }, [key])
  return (
    <>
      <PageHead page={page} site={site} />
      <PageBody page={page} site={site} />
      <ScrollRestoration
        getKey={({ key, pathname, hash }) => (key === 'default' ? pathname + hash : key)}
      />
    </>
  )
}
