import { decodePath } from './alias-address.ts'

/**
 * The parsed target of a link. `bad` links are malformed, and `unsafe` links have a forbidden
 * scheme.
 */
export type ParsedLink =
  | { kind: 'internal'; route: string; query?: string; anchor?: string }
  | { kind: 'anchor'; anchor: string }
  | { kind: 'external' }
  | { kind: 'unsafe'; scheme: string }
  | { kind: 'bad' }

const allowedSchemes = new Set(['https', 'tel', 'mailto', 'sms'])

/** Classifies a link by an allowlist of schemes. */
export function parseLink(href: string): ParsedLink {
  // Browsers ignore control characters and spaces in a scheme, so reject them.
  if (/[\u0000-\u0020\u007f\\]/.test(href))
    return parseScheme(href.replace(/[\u0000-\u0020\u007f\\]/g, ''), { kind: 'bad' })
  if (href.startsWith('#'))
    return href.length > 1 ? { kind: 'anchor', anchor: decodePath(href.slice(1)) } : { kind: 'bad' }
  if (href.startsWith('/') && !href.startsWith('//')) {
    const [address = '/', anchor] = href.split('#', 2)
    const [route = '/', query] = address.split('?', 2)
    return { kind: 'internal', route, query, anchor: anchor && decodePath(anchor) }
  }
  return parseScheme(href, { kind: 'external' })
}

/** One or more addresses, and a query with a subject, a text or copies. */
const mailtoPattern = /^mailto:[^@\s,?]+@[^@\s,?]+(?:,[^@\s,?]+@[^@\s,?]+)*(?:\?\S*)?$/i

function parseScheme(href: string, whenAllowed: ParsedLink): ParsedLink {
  const scheme = /^([a-zA-Z][a-zA-Z0-9+.-]*):/.exec(href)?.[1]?.toLowerCase()
  if (scheme === undefined || scheme === 'http') return { kind: 'bad' }
  if (!allowedSchemes.has(scheme)) return { kind: 'unsafe', scheme }
  if (scheme === 'tel' && !/^tel:\+?[0-9().-]+(?:;ext=[0-9]+)?$/i.test(href)) return { kind: 'bad' }
  if (scheme === 'mailto' && !mailtoPattern.test(href)) return { kind: 'bad' }
  // An https: URL must have a host name.
  return scheme === 'https' && !/^https:\/\/[^/.]+\.[^/]/i.test(href)
    ? { kind: 'bad' }
    : whenAllowed
}
