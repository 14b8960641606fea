/** The slash at the end of a route: /pricing/ and /pricing are the same page. The home page is its slash. */
export const stripTrailingSlash = (path: string): string => path.replace(/(?<=[^/])\/$/, '')

/** A route as the site's settings want its address to end. */
export function applyTrailingSlash(
  route: string,
  { trailingSlash = false }: { trailingSlash?: boolean },
): string {
  return trailingSlash && route !== '/' ? `${stripTrailingSlash(route)}/` : route
}

/** /a/b/c → /a, /a/b */
export function listParentRoutes(route: string): string[] {
  const steps = route.split('/').slice(1, -1)
  return steps.map((_, index) => `/${steps.slice(0, index + 1).join('/')}`)
}
