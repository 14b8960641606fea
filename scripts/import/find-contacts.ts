import { keepDigits } from '../../schema/resolve/text/contact-links.ts'
import {
  emailPattern,
  numberPattern,
  phonePattern,
} from '../../schema/resolve/text/check-contacts.ts'
import { parsePhone, type Country } from '../new/site/site-answers.ts'
import { decodePath } from '../../schema/resolve/alias-address.ts'

/**
 * The phone number and the email address of the business, which are those that the old site has
 * most often, and those of others.
 */
export type OldContacts = { phone?: string; email?: string; others: string[] }

/**
 * @param texts what visitors see
 * @param links the targets of all links
 */
export function findContacts(texts: string[], links: string[], country: Country): OldContacts {
  const phones = new Map<string, number>()
  const emails = new Map<string, number>()
  const count = (counts: Map<string, number>, key: string | undefined) => {
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  for (const text of texts) {
    for (const [found] of text.matchAll(numberPattern))
      if (phonePattern.test(found)) count(phones, normalizePhone(found, country))
    for (const [found] of text.matchAll(emailPattern)) count(emails, found.toLowerCase())
  }
  for (const link of links) {
    const [, scheme, target = ''] = /^(tel|sms|mailto):([^?;]+)/i.exec(link.trim()) ?? []
    if (scheme === undefined) continue
    if (scheme.toLowerCase() === 'mailto') count(emails, decodePath(target).toLowerCase())
    else count(phones, normalizePhone(decodePath(target), country))
  }
  const [phone, ...otherPhones] = sortByCount(phones)
  const [email, ...otherEmails] = sortByCount(emails)
  return {
    ...(phone !== undefined && { phone }),
    ...(email !== undefined && { email }),
    others: [...otherPhones, ...otherEmails],
  }
}

const sortByCount = (counts: Map<string, number>): string[] =>
  [...counts].sort((a, b) => b[1] - a[1]).map(([key]) => key)

/** @returns the number with its country code; undefined if it is none */
export function normalizePhone(written: string, country: Country): string | undefined {
  try {
    return parsePhone(written.replaceAll(/[\u2010-\u2013]/g, '-').trim(), country).number
  } catch {
    return undefined
  }
}

export const isSamePhone = (one: string, other: string | undefined): boolean =>
  other !== undefined && keepDigits(one) === keepDigits(other)
