import { useMemo } from 'react'
import { AddressLink } from './address-link.tsx'
import { usePageNames, useStudio } from '../state/use-studio.ts'

/** How many pages are shown at once. The others unfold. */
const maxLinks = 6

/** Pages as the list of pages names them, each of which opens, and closes dialogs. One that the site no longer has is only named. */
export function RouteLinks({ routes }: { routes: string[] }) {
  // "and 1 more" would be no shorter than the page.
  const end = routes.length === maxLinks + 1 ? routes.length : maxLinks
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
  const known = useMemo(() => new Map(pages.map((page) => [page.route, page])), [pages])
  const getName = usePageNames()
  return routes.map((route) => {
    const page = known.get(route)
    return page ? (
      <AddressLink key={route} route={route} source="pages">
        {getName(page)}
      </AddressLink>
    ) : (
      <span key={route}>{route} </span>
    )
  })
}
