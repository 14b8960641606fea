import { useMemo } from 'react'
import { AddressLink } from './address-link.tsx'
import { useStudio } from '../state/use-studio.ts'

/** How many pages are shown at once. The others unfold. */
const maxShown = 6

/** Pages, each of which opens, and closes dialogs. One that the site no longer has is only named. */
export function RouteLinks({ routes }: { routes: string[] }) {
  // "and 1 more" would be no shorter than the page.
  const end = routes.length === maxShown + 1 ? routes.length : maxShown
  const rest = routes.slice(end)
  return (
    <span className="route-links">
      <RouteList routes={routes.slice(0, end)} />
      {rest.length > 0 && (
        <details>
          <summary>and {rest.length} more</summary>
          <RouteList routes={rest} />
        </details>
      )}
    </span>
  )
}

function RouteList({ routes }: { routes: string[] }) {
  const pages = useStudio((state) => state.pageList.pages)
  const known = useMemo(() => new Set(pages.map(({ route }) => route)), [pages])
  return routes.map((route) =>
    known.has(route) ? (
      <AddressLink key={route} route={route} source="pages">
        {route}
      </AddressLink>
    ) : (
      <span key={route}>{route} </span>
    ),
  )
}
