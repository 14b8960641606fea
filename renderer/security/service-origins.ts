import type { PageData, SiteData } from '../../schema/page-data.ts'
import { readFilm } from '../../blocks/shared/film.ts'
import { listNamedServices } from '../../schema/shared/named-services.ts'
import { plausibleScript } from '../client/analytics-scripts.ts'

/** The origins of a page's services, as sources of a policy: `'self'` for a path on the site. */
export type ServiceOrigins = {
  scripts: string[]
  /** The origins that scripts send requests to. */
  connections: string[]
  forms: string[]
  /** The origins of frames, which load when a visitor asks for them. */
  frames: string[]
  /** The sources of films. */
  media: string[]
}

/** Lists the origins that the site's settings and the page's blocks name. */
export function listServiceOrigins(
  { blocks }: Pick<PageData, 'blocks'>,
  { services, measuring }: Pick<SiteData, 'services' | 'measuring'>,
): ServiceOrigins {
  const { plausible, tagManager, beacon } = measuring ?? {}
  const blockServices = listNamedServices(blocks)
  return {
    scripts: toOrigins([
      ...(services?.scripts ?? []),
      ...blockServices.script,
      plausible && (plausible.script ?? plausibleScript),
      ...(tagManager ? (tagManager.script ? [tagManager.script] : googleTagOrigins) : []),
    ]),
    connections: toOrigins([
      ...(services?.connections ?? []),
      ...blockServices.endpoint,
      beacon?.endpoint,
    ]),
    forms: toOrigins([...(services?.forms ?? []), ...blockServices.endpoint]),
    frames: toOrigins([
      ...blockServices.frame,
      ...blockServices.film.flatMap((film) => readFilm(film)?.player ?? []),
    ]),
    media: toOrigins(blockServices.film.filter((film) => !readFilm(film))),
  }
}

/**
 * What Google Tag Manager, Google Analytics and the conversions of Google Ads load and send:
 * https://developers.google.com/tag-platform/security/guides/csp
 */
const googleTagOrigins = [
  'https://*.googletagmanager.com',
  'https://*.google-analytics.com',
  'https://*.analytics.google.com',
  'https://*.g.doubleclick.net',
  'https://td.doubleclick.net',
  'https://www.googleadservices.com',
  'https://pagead2.googlesyndication.com',
  'https://www.google.com',
  'https://google.com',
]

const toOrigins = (addresses: (string | undefined)[]): string[] =>
  [
    ...new Set(
      addresses
        .filter((address) => address !== undefined)
        .map((address) => (URL.canParse(address) ? new URL(address).origin : "'self'")),
    ),
  ].sort()
