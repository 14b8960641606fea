import { distance } from 'fastest-levenshtein'
import { parseLink } from '../resolve/parse-link.ts'
import type { Suggestion } from './nearest-name.ts'

/** Schemes by the names that people use for them. Typing errors are corrected by edit distance. */
const schemeNames: Record<string, string> = {
  phone: 'tel',
  call: 'tel',
  email: 'mailto',
  text: 'sms',
  http: 'https',
}
const schemes = ['mailto', 'tel', 'sms', 'https']

/** Turns `mialto:` into `mailto:`, and removes slashes after it, which only https: has. */
function correctScheme(href: string): string {
  const [, scheme, rest] = /^([a-z]+):(?:\/\/)?(.*)$/i.exec(href) ?? []
  if (scheme === undefined || rest === undefined) return href
  const name = scheme.toLowerCase()
  const meant =
    schemeNames[name] ??
    schemes.find((valid) => distance(name, valid) <= (valid.length > 4 ? 2 : 1))
  return meant === undefined ? href : `${meant}:${meant === 'https' ? '//' : ''}${rest}`
}

const host = String.raw`(?:[\w-]+\.)+[a-z]{2,}(?:[/?#].*)?$`
const brokenWebPattern = new RegExp(String.raw`^h*t*t+p*s?[:;.]?[/\\]{1,3}(${host})`, 'i')
const bareHostPattern = new RegExp(
  String.raw`^(?:www\.${host}|[\w-]+\.(?:com|org|net|gov|edu)(?:/.*)?$)`,
  'i',
)
const emailPattern = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/
const phonePattern = /^\+\d[\d() .-]{6,}\d$/

/** Corrections of an address that is not a valid link, the likeliest first. */
const corrections: ((href: string) => string)[] = [
  (href) => href.trim(),
  (href) => href.replaceAll('\\', '/').replace(/^(?![/#]|https?:)/, '/'),
  (href) => href.replace(brokenWebPattern, 'https://$1'),
  (href) => (bareHostPattern.test(href) ? `https://${href}` : href),
  (href) => (emailPattern.test(href) ? `mailto:${href}` : href),
  (href) => (phonePattern.test(href) ? `tel:${href.replace(/[^+\d]/g, '')}` : href),
  correctScheme,
]

/** Suggests the valid link that an invalid one was meant to be. */
export function suggestLink(href: string): Suggestion {
  const isValid = (link: string) => {
    const { kind } = parseLink(link)
    return link !== href && kind !== 'bad' && kind !== 'unsafe' && !link.startsWith('//')
  }
  const isBackslash = href.includes('\\')
  const suggestion = corrections
    .filter((_, index) => index !== 1 || isBackslash)
    .map((correct) => correct(href))
    .find((link) => isValid(link) || /^(?:mailto|tel|sms):$/.test(link))
  // The other site may not support https:, and bike.org may be a name rather than an address.
  const isGuess = /^http:|^(?!www\.|mailto:)[\w-]+\.\w+(?:\/|$)/i.test(href)
  if (suggestion !== undefined)
    return { suggestion, ...(!isGuess && { replacement: { from: href, to: suggestion } }) }
  // It may be a route without its slash, but also a file or a word, so this is only a suggestion.
  return /^[a-z\d][\w/-]*(?:#[\w-]+)?$/i.test(href) ? { suggestion: `/${href}` } : {}
}
