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

export function findContacts(
  pages: Pick<PlannedPage, 'content' | 'shell' | 'document'>[],
  country: Pick<OldCountry, 'callingCode'>,
): OldContacts {
  const phones: (string | undefined)[] = []
  const emails: string[] = []
  for (const { content, shell, document } of pages) {
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
      if (scheme.toLowerCase() === 'mailto') emails.push(decodePath(target).toLowerCase())
      else phones.push(normalizePhone(decodePath(target), country))
    }
  }
  const rank = (contacts: (string | undefined)[]) =>
    rankByCount(contacts).flatMap(({ item }) => item ?? [])
  // A number is the same in each of its spellings.
  const spellings = new Map(phones.map((phone) => [keepDigits(phone ?? ''), phone]))
  const [phone, ...otherPhones] = rank(phones.map((each) => spellings.get(keepDigits(each ?? ''))))
  const [email, ...otherEmails] = rank(emails)
  return {
    ...(phone !== undefined && { phone }),
    ...(email !== undefined && { email }),
    others: [...otherPhones, ...otherEmails],
  }
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
