import { createHash } from 'node:crypto'
import type { PageData, SiteData } from '../../schema/page-data.ts'
import type { AllowedOrigins } from '../../schema/types.gen.ts'
import { escapeHtml } from '../escape-html.ts'
import { memoizeByText } from '../../schema/util/memoize.ts'
import { listServiceOrigins, type ServiceOrigins } from './service-origins.ts'

/** The contents of a document's inline elements, each of which the policy allows by its hash. */
type InlineElements = { styles: string[]; scripts: string[] }

/**
 * Builds the content security policy of a page. It allows the page's own origin, its inline
 * elements by hash, and the services in the site's settings and in the page's blocks. The
 * application cannot navigate to a page whose services are not allowed by the current document, so
 * it loads that page as a document (see `load-page.ts`).
 *
 * A `meta` element cannot contain `frame-ancestors`, which needs a header.
 */
export function buildContentPolicy(
  page: PageData,
  site: SiteData,
  { styles, scripts }: InlineElements,
): string {
  const origins = listServiceOrigins(page, site)
  const allowed = site.services?.allowed ?? {}
  // Such as the preview of a picture that is still loading, and the decoration of a theme.
  const hasImageInStyle = styles.some((css) => /url\("?data:image/.test(css))
  const { scripts: serviceScripts, connections, forms, media } = origins
  const allowedScripts = allowed.scripts ?? []
  const loaded = listLoadedOrigins(origins, allowed)
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...serviceScripts, ...allowedScripts, ...scripts.map(hashInline)],
    'style-src': ["'self'", ...allowedScripts, ...styles.map(hashInline)],
    'img-src': ["'self'", ...(hasImageInStyle ? ['data:'] : []), ...loaded.pictures],
    'media-src': media,
    'font-src': ["'self'", ...allowedScripts],
    'connect-src': ["'self'", ...connections, ...serviceScripts, ...allowedScripts],
    'frame-src': loaded.frames,
    'manifest-src': ["'self'"],
    'form-action': ["'self'", 'mailto:', ...forms, ...allowedScripts],
    'base-uri': ["'none'"],
  }
  // The scripts of services assign HTML and script URLs, which Trusted Types would block, also if
  // they are files of this site.
  if (serviceScripts.length + allowedScripts.length === 0) {
    directives['require-trusted-types-for'] = ["'script'"]
    directives['trusted-types'] = [trustedTypesPolicy]
  }
  return Object.entries(directives)
    .filter(([, sources]) => sources.length > 0)
    .map(([name, sources]) => `${name} ${joinSources(sources)}`)
    .join(';')
}

/** A host may contain a semicolon, which would begin another directive. */
const joinSources = (sources: string[]): string =>
  [...new Set(sources)].filter((source) => !/[\s;,]/.test(source)).join(' ')

/**
 * Builds the policy of a page in development, which blocks the frames and pictures that the policy
 * of the built page blocks. Scripts and styles are those of the development server.
 */
export function buildDevelopmentPolicy(page: PageData, site: SiteData): string {
  const loaded = listLoadedOrigins(listServiceOrigins(page, site), site.services?.allowed ?? {})
  const pictures = ["'self'", 'data:', 'blob:', ...loaded.pictures]
  const frames = ["'self'", ...loaded.frames]
  return [`img-src ${joinSources(pictures)}`, `frame-src ${joinSources(frames)}`].join(';')
}

/** Lists from where pictures and frames of other sites may come. */
const listLoadedOrigins = ({ scripts, frames }: ServiceOrigins, allowed: AllowedOrigins) => ({
  pictures: [...scripts, ...(allowed.pictures ?? [])],
  frames: [...scripts, ...frames, ...(allowed.frames ?? [])],
})

/** The name of the only Trusted Types policy: see `show-json-ld.ts`. */
const trustedTypesPolicy = 'signpost'

/**
 * Renders the `meta` element of a policy. A policy applies only to elements after it, so it must
 * precede all inline elements. Single quotes, which policies are full of, need no escaping here.
 */
export const renderContentPolicy = (policy: string): string =>
  `<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy).replaceAll('&#x27;', "'")}">`

/** Cached, since pages with the same blocks have the same styles. */
const hashInline = memoizeByText(
  (content) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`,
  500,
)
