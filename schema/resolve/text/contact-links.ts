import { formatPhone, parsePhone } from '../../util/phone-numbers.ts'
import type { ContactLink } from '../../resolved-values.ts'

/** The site's own phone and email, and other contacts that its texts may contain. */
export type Contacts = { phone?: ContactLink; email?: ContactLink; others?: string[] }

/**
 * A phone number in two formats: with its calling code, and as dialed within the country.
 * @property digits what is dialed from abroad, without the plus
 */
type ShownNumber = { international: string; national: string; digits: string; extension?: string }

/**
 * Keeps how a number is grouped. Phones write no spaces.
 * @returns undefined for a number without a calling code, which validation reports
 */
export function formatWrittenNumber(number: string): ShownNumber | undefined {
  if (!number.startsWith('+')) return undefined
  const parsed = parsePhone(number)
  if (!parsed) return { international: number, national: number, digits: keepDigits(number) }
  const { countryCallingCode: code, nationalNumber, ext: extension } = parsed
  const common = { digits: code + nationalNumber, ...(extension && { extension }) }
  const national = parsed.formatNational()
  const [prefix] = keepDigits(national).split(nationalNumber)
  const isJoined = /^\+\d+$/.test(number)
  const local = number.slice(code.length + 1).replace(/^[ .-]+/, '')
  return {
    ...common,
    international: isJoined ? formatPhone(parsed) : number,
    national:
      isJoined || (prefix !== '' && prefix !== '0')
        ? national
        : local.replace(/\d/, (first) => prefix + first),
  }
}

/** Derives what a page shows and dials from a phone number or an email address as written. */
export function toContactLink(value: unknown): ContactLink | undefined {
  const { number, international, address, placeholder } = (value ?? {}) as Record<string, unknown>
  const marker = placeholder === undefined ? {} : { placeholder: placeholder === true }
  if (typeof address === 'string') return { text: address, href: `mailto:${address}`, ...marker }
  const phone = typeof number === 'string' ? formatWrittenNumber(number) : undefined
  if (!phone) return undefined
  const text = international === true ? phone.international : phone.national
  // RFC 3966
  const extension = phone.extension === undefined ? '' : `;ext=${phone.extension}`
  return { text, href: `tel:+${phone.digits}${extension}`, ...marker }
}

/** Removes everything but digits: `(432) 555-0142` → `4325550142`. */
export const keepDigits = (text: string): string => text.replace(/\D/g, '')

/**
 * Completes a `tel:`, `sms:` or `mailto:` without an address with the site's phone number or email
 * address. What follows is kept: `mailto:?subject=Delivery`, `sms:?body=Hi`, `tel:;ext=5`.
 */
export function completeContactLink(
  href: string,
  contact: Pick<Contacts, 'phone' | 'email'>,
): string {
  const [bare, scheme] = /^(tel|sms|mailto):(?=$|[?;])/.exec(href) ?? []
  const own = scheme === 'mailto' ? contact.email?.href : contact.phone?.href
  if (bare === undefined || own === undefined) return href
  const rest = href.slice(bare.length).trim().replace(/\s/g, '%20')
  // A text message has no extension, and the link may have its own.
  const isWhole = scheme === 'tel' && !rest.startsWith(';')
  return own.replace(/^tel:/, bare).replace(isWhole ? '' : /;ext=\d+$/, '') + rest
}
