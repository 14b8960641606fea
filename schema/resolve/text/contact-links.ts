import type { ContactLink } from '../../resolved-values.ts'

/** The site's own phone and email, and other contacts that its texts may contain. */
export type Contacts = { phone?: ContactLink; email?: ContactLink; others?: string[] }

/**
 * The prefix that callers within a country dial before a number, by the country's calling code.
 * Numbers of other countries are shown with their calling code.
 */
const trunkPrefixes = new Map([
  ...['1', '30', '34', '39', '45', '47', '48', '351', '352', '354', '356', '357'].map(
    withPrefix(''),
  ),
  ...['371', '372', '376', '377', '378', '420', '65', '852', '853'].map(withPrefix('')),
  ...['27', '31', '32', '33', '40', '41', '43', '44', '46', '49', '60', '61'].map(withPrefix('0')),
  ...['62', '63', '64', '66', '81', '82', '353', '358', '359', '381', '385'].map(withPrefix('0')),
  ...['386', '421', '971', '972'].map(withPrefix('0')),
])

function withPrefix(prefix: string) {
  return (code: string): [string, string] => [code, prefix]
}

/**
 * A phone number in two formats: with its calling code, and as dialed within the country.
 * @property digits what is dialed from abroad, without the plus
 */
type PhoneNumber = {
  international: string
  national: string
  digits: string
  extension?: string
}

/** Matches the calling code of a country in front of a number, and what may separate it. */
const callingCodePattern =
  /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|[2-9]\d\d)[ .-]*/

/** @returns the calling code of a number with a plus, without the plus, and the rest */
export function splitCallingCode(number: string): [code: string, local: string] | undefined {
  const [start = '', code] = callingCodePattern.exec(number) ?? []
  return code === undefined ? undefined : [code, number.slice(start.length)]
}

/** @returns undefined for a number without a calling code, which validation reports */
export function parsePhoneNumber(number: string): PhoneNumber | undefined {
  const [code, written] = splitCallingCode(number) ?? []
  if (code === undefined || written === undefined) return undefined
  // Phones write no spaces.
  const local =
    code === '1' ? written.replace(/^(\d{3})(\d{3})(\d{4})(?!\d)/, '($1) $2-$3') : written
  const isJoined = number.startsWith(`+${code}${written}`)
  const international = isJoined ? `+${code} ${local}` : number
  const prefix = trunkPrefixes.get(code)
  const national =
    prefix === undefined ? international : local.replace(/\d/, (first) => prefix + first)
  const [, main = number, extension] = /^(.*?) ?(?:x|ext\.?) ?(\d+)$/.exec(number) ?? []
  const digits = keepDigits(main.replace(/[A-Z]/g, toKeypadDigit))
  return { international, national, digits, ...(extension && { extension }) }
}

/** The letters on the keys 2 to 9 of a phone, for numbers such as 1 800 FLOWERS. */
const keypad = ['ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ']
const toKeypadDigit = (letter: string) =>
  String(keypad.findIndex((letters) => letters.includes(letter)) + 2)

/** Derives what a page shows and dials from a phone number or an email address as written. */
export function toContactLink(value: unknown): ContactLink | undefined {
  const { number, international, address, placeholder } = (value ?? {}) as Record<string, unknown>
  const marker = placeholder === undefined ? {} : { placeholder: placeholder === true }
  if (typeof address === 'string') return { text: address, href: `mailto:${address}`, ...marker }
  const phone = typeof number === 'string' ? parsePhoneNumber(number) : undefined
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
