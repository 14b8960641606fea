import { extname } from 'node:path'
import { lookup } from 'mrmime'
import { getBasePath } from '../../../renderer/routes.ts'
import {
  addQuery,
  getAliasPath,
  parseAlias,
  type AliasAddress,
} from '../../../schema/resolve/alias-address.ts'
import { stripTrailingSlash } from '../../../schema/util/route-paths.ts'
import type { Alias } from '../../../schema/page-data.ts'
import type { SiteSettings } from '../../../schema/types.gen.ts'

/**
 * What a host must do besides sending files, as plain data: the only source of what `npm run serve`
 * does and of what the writers of this folder write for each host.
 *
 * In addition, every host sends 404.html with the status 404 for an address without a file, sends
 * index.html at the address of its folder, and sends no hidden file except those in /.well-known.
 */
export type HostingRules = {
  /** The domain, such as `www.example.com`. */
  hostname: string
  /**
   * The prefix of all addresses, such as `/client-a`: empty for a site with a domain of its own.
   * The paths in these rules are below it, as files are; targets of redirects are whole.
   */
  base: string
  /** Headers of every answer. */
  headers: Record<string, string>
  /**
   * `Cache-Control` of files whose names contain a hash, which are in `hashedFolder`, and of all
   * others.
   */
  caching: { hashed: string; others: string }
  /**
   * Addresses that redirect, with the status 301, in the form of `normalizeAlias`; the first that
   * matches counts. Each is also redirected with a slash at its end. The query of a request is added
   * to a target without one.
   */
  redirects: Alias[]
  /** Addresses that are gone for good: they answer 410 with the contents of 404.html. */
  gone: string[]
  /** Whether addresses of pages end with a slash. The other form redirects to this one. */
  trailingSlash: boolean
  /** `Content-Type` by file extension, of the extensions in this output. */
  types: Record<string, string>
  /**
   * The policy of drawings, in place of that of other files: a browser shows a drawing that is
   * opened by itself as a document, and it must run nothing.
   * @property extensions those in this output
   */
  drawings: { extensions: string[]; policy: string }
}

const policyHeader = 'Content-Security-Policy'

/** The header of drawings that differs from those of other files. */
export const getDrawingHeaders = ({ drawings }: Pick<HostingRules, 'drawings'>) => ({
  [policyHeader]: drawings.policy,
})

export const isDrawing = (path: string): boolean =>
  getContentType(path)?.startsWith('image/svg+xml') === true

/** The folder of files whose names contain a hash. */
export const hashedFolder = '/assets/'
/** Where a build writes the rules, and configuration for servers. No host sends hidden files. */
export const hostsFolder = '/.hosts'
export const rulesFile = `${hostsFolder}/rules.json`

/** The rules of a folder that no build has written. */
export const defaultRules: HostingRules = {
  hostname: 'localhost',
  base: '',
  headers: {},
  // A document is revalidated, and may stay in the back/forward cache.
  caching: { hashed: 'public, max-age=31536000, immutable', others: 'no-cache' },
  redirects: [],
  gone: [],
  trailingSlash: false,
  types: {},
  drawings: {
    extensions: [],
    policy:
      "default-src 'none'; script-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; " +
      "frame-ancestors 'self'",
  },
}

type SiteRulesInput = {
  origin: string
  settings: Partial<SiteSettings>
  /** Whether search engines are asked to list nothing. */
  noindex?: boolean
  /** With targets as they are printed. */
  aliases: Alias[]
  /** Addresses that are gone for good. */
  gone: string[]
  /** Paths of all output files. */
  files: Iterable<string>
}

export function describeHosting(input: SiteRulesInput): HostingRules {
  const { origin, settings, noindex, aliases, gone, files } = input
  const types = listContentTypes(files)
  return {
    ...defaultRules,
    hostname: new URL(origin).hostname,
    base: getBasePath({ origin }),
    headers: {
      ...listHeaders(origin, settings),
      ...(noindex && { 'X-Robots-Tag': 'noindex' }),
    },
    redirects: sortRedirects(aliases),
    gone: gone.filter((address) => !parseAlias(address).query).sort(),
    trailingSlash: settings.trailingSlash === true,
    types,
    drawings: {
      ...defaultRules.drawings,
      extensions: Object.keys(types).filter((extension) => isDrawing(`.${extension}`)),
    },
  }
}

/**
 * Lists the security headers. A document contains the rest of its content security policy: see
 * docs/decisions/0034-the-policy-is-in-the-document.md.
 */
function listHeaders(
  origin: string,
  { location, booking }: Partial<SiteSettings>,
): Record<string, string> {
  const hasWidget = booking?.script !== undefined && !booking.placeholder
  const permissions = {
    accelerometer: '()',
    camera: '()',
    'display-capture': '()',
    geolocation: location ? '(self)' : '()',
    gyroscope: '()',
    magnetometer: '()',
    microphone: '()',
    midi: '()',
    ...(!hasWidget && { payment: '()' }),
    usb: '()',
  }
  return {
    [policyHeader]: "frame-ancestors 'self'",
    ...(origin.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': Object.entries(permissions)
      .map(([feature, origins]) => `${feature}=${origins}`)
      .join(', '),
    // A widget may open a payment window, which reports back to the page.
    'Cross-Origin-Opener-Policy': hasWidget ? 'same-origin-allow-popups' : 'same-origin',
  }
}

function listContentTypes(files: Iterable<string>): Record<string, string> {
  const extensions = new Set([...files].map((file) => extname(file).slice(1)).filter(Boolean))
  return Object.fromEntries(
    [...extensions].sort().flatMap((extension) => {
      const type = getContentType(`.${extension}`)
      return type === undefined ? [] : [[extension, type] as const]
    }),
  )
}

const compressibleTypes =
  /^(text\/|application\/(javascript|json|xml|atom\+xml|manifest\+json|ld\+json)|image\/svg\+xml)/

export const isCompressible = (contentType: string): boolean => compressibleTypes.test(contentType)

/** @returns undefined if the extension is unknown. */
export function getContentType(path: string): string | undefined {
  const type = path.endsWith('.ico') ? 'image/x-icon' : lookup(path)
  return type && /^text\/|\bxml$/.test(type) ? `${type}; charset=utf-8` : type
}

/** Files by path. */
export type HostFiles = Record<string, string>

/** Prints a line or more for each item. */
export const printEach = <T>(items: T[], print: (item: T) => string): string =>
  items.map(print).join('')

/** Sorts addresses with a query first, and those with a wildcard last, the longest one first. */
function sortRedirects(aliases: Alias[]): Alias[] {
  const rank = ({ from }: Alias) => {
    const { query, isPrefix, path } = parseAlias(from)
    return query ? -1 : isPrefix ? 1 / path.length : 0
  }
  return [...aliases].sort((one, other) => rank(one) - rank(other))
}

/**
 * An address that has no file.
 * @property to the target of a redirect; undefined for an address that is gone
 */
export type FilelessAddress = AliasAddress & { to?: string }

/** Lists the addresses that have no file, in all forms in which they may be requested. */
export const listAnswers = ({ redirects, gone }: HostingRules): FilelessAddress[] =>
  [
    ...redirects.map(({ from, to }) => ({ ...parseAlias(from), to })),
    ...gone.map((address) => parseAlias(address)),
  ].flatMap((answer) =>
    /(\/|\.html?)$/.test(answer.path) ? [answer] : [answer, { ...answer, path: `${answer.path}/` }],
  )

/** Whether the query of a request is added to a target. */
export const takesQuery = (to: string): boolean => addQuery(to, '?') !== to

/** Returns a regular expression for queries that contain all of these, in any order. */
export const toQueryPattern = (query: [string, string][]): string =>
  query
    .map(([name, value]) => `${name}=${value}`.replace(/=$/, '=?'))
    .map((pair) => `(?=(?:.*&)?${pair.replaceAll('.', '\\.')}(?:&|$))`)
    .join('')

/** Takes the first redirects, and all that have no page. */
export function takeFirst(rules: HostingRules, count: number): Alias[] {
  let rest = count
  return rules.redirects.filter((alias) => !hasPage(alias, rules) || rest-- > 0)
}

/** Whether there is a page at an alias, for hosts that cannot redirect. */
export const hasPage = ({ from, to }: Alias, { base }: HostingRules): boolean =>
  getAliasPath(from, stripTrailingSlash(to.slice(base.length))) !== undefined

/** Quotes a path for a server's configuration, if it has to be. */
export const quotePath = (path: string): string => (/^[\w/.~-]+$/.test(path) ? path : `"${path}"`)
