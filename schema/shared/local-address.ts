/** Matches hosts that every computer is to itself. Each studio has a name of its own in front. */
const localHost = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/

export const isLocalHost = (hostname: string): boolean => localHost.test(hostname)

/** Parses a URL of a server of this computer, such as a preview, which no visitor reaches. */
export function parseLocalUrl(href: string): URL | undefined {
  if (!/^https?:/i.test(href) || !URL.canParse(href)) return undefined
  const url = new URL(href)
  return isLocalHost(url.hostname) ? url : undefined
}

/** Where the development server has the studio. */
export const studioPath = '/__studio'
/** A query parameter with which a page is shown in the studio: its values are marked. */
export const previewParameter = '__studio'

/** Returns what a page of a preview, or the one open in the studio, is on the site itself. */
export const toSitePath = ({ pathname, search, searchParams, hash }: URL): string =>
  pathname === `${studioPath}/`
    ? (searchParams.get('page') ?? '/')
    : pathname + (search.includes(previewParameter) ? '' : search) + hash
