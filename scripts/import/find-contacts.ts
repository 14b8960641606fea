import { keepDigits } from '../../schema/resolve/text/contact-links.ts'
import {
  emailPattern,
  numberPattern,
  phonePattern,
} from '../../schema/resolve/text/check-contacts.ts'
import { rankByCount } from '../../schema/util/group-by.ts'
import { parsePhone } from '../shared/phone-numbers.ts'
import type { OldCountry } from './find-place.ts'
import { findAll } from './html/dom.ts'
import type { PlannedPage } from './plan-site.ts'
import { decodePath } from '../../schema/resolve/alias-address.ts'

/**
 * The phone number and the email address of the business, which are those that the old site has
 * most often, and those of others.
 */
export type OldContacts = { phone?: string; email?: string; others: string[] }

/**
 * Matches a number with the zero that most countries have in front of it: 030/90 18 20. Another one
 * may follow: 030/90 18 20 0664/377 08 02.
 */
const trunkPattern =
  /(?<![\w+.,$€£/-])\(?0[1-9](?:(?! 0[1-9]\d* ?[/-])[ ()./\u2010-\u2013-]{0,3}\d){7,12}(?![\w%])/g
const datePattern = /\d[./-]\d{1,2}[./-](?:19|20)?\d\d/

/** Pages on which a business says how it is reached. */
const ownPages = /conta[ct]|kontakt|impress|imprint|about|legal|mentions/i
/** A number is the same in each of its spellings. */
const toKey = (contact = ''): string => (contact.includes('@') ? contact : keepDigits(contact))

export function findContacts(
  pages: Pick<PlannedPage, 'content' | 'shell' | 'document' | 'route'>[],
  country: Pick<OldCountry, 'callingCode'>,
): OldContacts {
  const phones: (string | undefined)[] = []
  const emails: string[] = []
  /** What the business says of itself. A number that only another page has is that of somebody else. */
  const own = new Set<string | undefined>()
  for (const { content, shell, document, route } of pages) {
    const [firstPhone, firstEmail] = [phones.length, emails.length]
    for (const { text } of [...content, ...shell]) {
      for (const [found] of text.matchAll(numberPattern))
        if (phonePattern.test(found)) phones.push(normalizePhone(found, country))
      if (country.callingCode !== '1')
        for (const [found] of text.matchAll(trunkPattern))
          if (!datePattern.test(found)) phones.push(normalizePhone(found, country))
      for (const [found] of text.matchAll(emailPattern)) emails.push(found.toLowerCase())
    }
    for (const { attribs } of findAll(document, 'a')) {
      const [, scheme, target = ''] =
        /^(tel|sms|mailto):([^?;]+)/i.exec(attribs.href?.trim() ?? '') ?? []
      if (scheme === undefined) continue
      if (scheme.toLowerCase() === 'mailto') emails.push(...findEmail(target))
      else phones.push(normalizePhone(decodePath(target), country))
    }
    if (route === '/' || ownPages.test(route))
      for (const each of [...phones.slice(firstPhone), ...emails.slice(firstEmail)])
        own.add(toKey(each))
  }
  const rank = (contacts: (string | undefined)[]) =>
    rankByCount(contacts).flatMap(({ item }) => item ?? [])
  const spellings = new Map(phones.map((phone) => [toKey(phone), phone]))
  const rankedPhones = rank(phones.map((each) => spellings.get(toKey(each))))
  const rankedEmails = rank(emails)
  const isOwn = (each: string) => own.has(toKey(each))
  const [phone, email] = [rankedPhones.find(isOwn), rankedEmails.find(isOwn)]
  return {
    ...(phone !== undefined && { phone }),
    ...(email !== undefined && { email }),
    others: [...rankedPhones, ...rankedEmails].filter((each) => each !== phone && each !== email),
  }
}

/** The address that a link writes to, if it is one. */
export function findEmail(target: string): string[] {
  const email = decodePath(target).trim().toLowerCase()
  return email.match(emailPattern)?.[0] === email ? [email] : []
}

/** @returns the number with its country code; undefined if it is none */
export function normalizePhone(
  written: string,
  country: Pick<OldCountry, 'callingCode'>,
): string | undefined {
  try {
    return parsePhone(written.replaceAll(/[\u2010-\u2013]/g, '-').trim(), country).number
  } catch {
    return undefined
  }
}

export const isSamePhone = (one: string, other: string | undefined): boolean =>
  other !== undefined && keepDigits(one) === keepDigits(other)
