import { keepDigits } from '../../schema/resolve/text/contact-links.ts'
import {
  emailPattern,
  numberPattern,
  phonePattern,
} from '../../schema/resolve/text/check-contacts.ts'
import { rankByCount } from '../../schema/util/group-by.ts'
import { formatPhone, parsePhone } from '../../schema/util/phone-numbers.ts'
import { getCountryCallingCode, type CountryCode, type PhoneNumber } from 'libphonenumber-js'
import { findAll, type HtmlDocument } from './html/dom.ts'
import type { Part } from './html/list-parts.ts'
import { decodePath } from '../../schema/resolve/alias-address.ts'

/**
 * The phone number and the email address of the business, which are those that the old site has
 * most often, and those of others.
 */
export type OldContacts = {
  phone?: string
  /** Whether its texts write the code of the country. */
  isInternational?: boolean
  /** How texts wrote the number in other forms than the one that the new site prints. */
  otherForms: string[]
  email?: string
  others: string[]
}

/** Matches a number with the zero that most countries have in front of it: 030/90 18 20. */
const trunkPattern = /(?<![\w+.,$€£/-])\(?0[1-9](?:[ ()./\u2010-\u2013-]{0,3}\d){7,60}(?![\w%])/g
const datePattern =
  /\b(?:0?[1-9]|[12]\d|3[01])[./-](?:0?[1-9]|1[0-2])[./-](?:(?:19|20)\d\d|\d\d(?!\d))/g
/** Of two numbers, the second one begins with a zero or a code. */
const betweenNumbers = / [\u2010-\u2013-] (?=[0+])/g
/** Countries have no longer numbers with their zero. */
const maxTrunkDigits = 13

/** A phone number or an email address on a page. Not every country has numbers with a zero. */
export type Mention = { kind: 'phone' | 'trunk' | 'email'; written: string }

/** Lists the phone numbers and email addresses of a page. */
export function listMentions(parts: Part[], document: HtmlDocument): Mention[] {
  const mentions: Mention[] = []
  const add = (kind: Mention['kind'], written: string) => void mentions.push({ kind, written })
  for (const part of parts) {
    const text = part.text.replaceAll(betweenNumbers, '; ')
    for (const [found] of text.matchAll(numberPattern))
      if (phonePattern.test(found)) add('phone', found)
    for (const [found] of text.replaceAll(datePattern, ';').matchAll(trunkPattern))
      for (const each of divideNumbers(found)) add('trunk', each)
    if (text.includes('@')) for (const [found] of text.matchAll(emailPattern)) add('email', found)
  }
  for (const { attribs } of findAll(document, 'a')) {
    const [, scheme, target = ''] =
      /^(tel|sms|mailto):([^?;]+)/i.exec(attribs.href?.trim() ?? '') ?? []
    if (scheme === undefined) continue
    if (scheme.toLowerCase() !== 'mailto') add('phone', decodePath(target))
    else for (const each of findEmail(target)) add('email', each)
  }
  return mentions
}

/** Divides what is too long for a number before a zero, so that the parts are about as long. */
function divideNumbers(text: string): string[] {
  if (keepDigits(text).length <= maxTrunkDigits) return [text]
  const middle = text.length / 2
  const [at] = [...text.matchAll(/(?<=[ /])0[1-9]/g)]
    .map(({ index }) => index)
    .sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle))
  return at === undefined
    ? [text]
    : [text.slice(0, at), text.slice(at)].flatMap((each) => divideNumbers(each.trim()))
}

/** Pages on which a business says how it is reached. */
const ownPages = /conta[ct]|kontakt|impress|imprint|about|legal|mentions/i
/** A number is the same in each of its spellings. */
const toKey = (contact: string): string => (contact.includes('@') ? contact : keepDigits(contact))

export function findContacts(
  pages: { mentions: Mention[]; route: string }[],
  country: CountryCode,
): OldContacts {
  const found: string[] = []
  /** How often texts write each number with the code of its country, less how often without. */
  const codes = new Map<string, number>()
  const forms = new Map<string, Set<string>>()
  /** What the business says of itself. A number that only another page has is that of somebody else. */
  const own = new Set<string>()
  for (const { mentions, route } of pages)
    for (const { kind, written } of mentions) {
      if (kind === 'trunk' && getCountryCallingCode(country) === '1') continue
      const contact = kind === 'email' ? written.toLowerCase() : normalizePhone(written, country)
      if (contact === undefined) continue
      found.push(contact)
      // Links write all numbers with it, and without spaces.
      const isRead = /\d[ ()./-]+\d/.test(written)
      const step = !isRead ? 0 : /^\s*(?:\+|00)/.test(written) ? 1 : -1
      codes.set(toKey(contact), (codes.get(toKey(contact)) ?? 0) + step)
      if (isRead)
        forms.set(toKey(contact), (forms.get(toKey(contact)) ?? new Set()).add(written.trim()))
      if (route === '/' || ownPages.test(route)) own.add(toKey(contact))
    }
  const spellings = new Map(found.toReversed().map((contact) => [toKey(contact), contact]))
  const ranked = rankByCount(found.map(toKey)).map(({ item }) => spellings.get(item)!)
  const find = (isEmail: boolean) =>
    ranked.find((each) => each.includes('@') === isEmail && own.has(toKey(each)))
  const [phone, email] = [find(false), find(true)]
  const printed = phone && [phone, parsePhone(phone, country)?.formatNational()]
  return {
    otherForms: [...(forms.get(toKey(phone ?? '')) ?? [])].filter(
      (form) => !printed?.includes(form),
    ),
    ...{ phone, email },
    isInternational: (phone && codes.get(toKey(phone))! > 0) || undefined,
    others: ranked.filter((each) => each !== phone && each !== email),
  }
}

/** The address that a link writes to, if it is one. */
export function findEmail(target: string): string[] {
  const email = decodePath(target).trim().toLowerCase()
  return email.match(emailPattern)?.[0] === email ? [email] : []
}

/** @returns the number with its country code; undefined if it is none */
export function normalizePhone(written: string, country: CountryCode): string | undefined {
  const number = parsePhone(written, country)
  return number && (keepGroups(written, number) ?? formatPhone(number))
}

/** How the old site groups the digits of a number: 0562-6801088 → +86 562-6801088. */
function keepGroups(
  written: string,
  { countryCallingCode: code, nationalNumber }: PhoneNumber,
): string | undefined {
  const digits = new RegExp(`${[...nationalNumber].join('[ -]?')}$`).exec(written.trim())?.[0]
  return code !== '1' && digits?.match(/\D/) ? `+${code} ${digits}` : undefined
}

export const isSamePhone = (one: string, other: string | undefined): boolean =>
  other !== undefined && keepDigits(one) === keepDigits(other)
