import type { ContactLink } from '../page-data.ts'

/** What a link is, or why it cannot be one. */
export type ParsedLink =
  | { kind: 'internal'; route: string; query?: string; anchor?: string }
  | { kind: 'anchor'; anchor: string }
  | { kind: 'external' }
  | { kind: 'unsafe'; scheme: string }
  | { kind: 'bad' }

const allowedSchemes = new Set(['https', 'tel', 'mailto', 'sms'])

/** Reads an address by allowing what is known to be safe; everything else is refused. */
export function parseLink(href: string): ParsedLink {
  // Browsers drop control characters and spaces from a scheme, so they never pass.
  if (/[\u0000-\u0020\u007f\\]/.test(href))
    return parseScheme(href.replace(/[\u0000-\u0020\u007f\\]/g, ''), { kind: 'bad' })
  if (href.startsWith('#'))
    return href.length > 1 ? { kind: 'anchor', anchor: href.slice(1) } : { kind: 'bad' }
  if (href.startsWith('/') && !href.startsWith('//')) {
    // Nearly every one.
    if (!href.includes('#') && !href.includes('?')) return { kind: 'internal', route: href }
    const [address = '/', anchor] = href.split('#', 2)
    const [route = '/', query] = address.split('?', 2)
    return { kind: 'internal', route, query, anchor }
  }
  return parseScheme(href, { kind: 'external' })
}

function parseScheme(href: string, whenAllowed: ParsedLink): ParsedLink {
  const scheme = /^([a-zA-Z][a-zA-Z0-9+.-]*):/.exec(href)?.[1]?.toLowerCase()
  if (scheme === undefined || scheme === 'http') return { kind: 'bad' }
  if (!allowedSchemes.has(scheme)) return { kind: 'unsafe', scheme }
  if (scheme === 'tel' && !/^tel:\+?[0-9().-]+$/i.test(href)) return { kind: 'bad' }
  if (scheme === 'mailto' && !/^mailto:[^@\s]+@[^@\s]+$/i.test(href)) return { kind: 'bad' }
  // https: without a name behind it leads nowhere.
  return scheme === 'https' &&
    !/^https:\/\/[^/.]+\.[^/]/i.test(href) &&
    !/^https:\/\/localhost/i.test(href)
    ? { kind: 'bad' }
    : whenAllowed
}

/** A bare `tel:`, `sms:` or `mailto:` stands for the site's own number and address. */
export function completeLink(
  href: string,
  contact: { phone?: ContactLink; email?: ContactLink },
): string {
  if (href === 'tel:') return contact.phone?.href ?? href
  if (href === 'sms:') return contact.phone?.href.replace(/^tel:/, 'sms:') ?? href
  if (href === 'mailto:') return contact.email?.href ?? href
  return href
}
