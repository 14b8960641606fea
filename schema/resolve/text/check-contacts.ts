/**
 * Finds phone numbers and email addresses that are written out in texts. They would not change with
 * the settings.
 */
import { distance } from 'fastest-levenshtein'
import { listFirstMatches } from './first-matches.ts'
import { formatWrittenNumber, keepDigits, type Contacts } from './contact-links.ts'
import { problemAt, type Problem } from '../../problems/problem.ts'
import type { ProblemCode } from '../../problems/problem-codes.ts'
import type { ContactLink } from '../../resolved-values.ts'
import { parsePhone } from '../../util/phone-numbers.ts'
import { memoizeByObject } from '../../util/memoize-by-object.ts'
import type { SourceLocation } from '../../problems/location.ts'

const threeGroups = String.raw`\(?\d{3}\)?[. \u2010-\u2013-]{1,2}\d{3}[. \u2010-\u2013-]\d{4}`
/** The code of a place, as much of Europe writes it: 0221/9876543, +49 (0)221 / 9 87 65 43. */
const placeAndNumber = String.raw`(?:(?:\+|00)\d{1,3} ?\(?0?\)?|\(?0)\d{1,5}\)? ?/ ?\d[\d .\u2010-\u2013-]{3,12}\d(?![\w%])`
/**
 * Matches text that may be a phone number, with limits that avoid quadratic time. Another number may
 * follow one of three groups.
 */
export const numberPattern = new RegExp(
  String.raw`(?<![\w+.,$€£/-])(?:${threeGroups}(?= {1,3}${threeGroups}(?![\w%]))|${placeAndNumber}|(?:\+\s?)?\(?\d[\d(). \u2010-\u2013-]{5,22}\d(?![\w%]))`,
  'g',
)
/**
 * Matches a number that is certainly a phone number: it has a calling code, or three groups like
 * (432) 555-0142.
 */
export const phonePattern = new RegExp(String.raw`^\+|^${threeGroups}$`)
export const emailPattern = /[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/g
/** Matches domains that are reserved for examples, such as those in form fields. */
const exampleDomain = /[@.]example(\.(com|net|org))?$/

/** Up to this edit distance, one contact is a misspelling of another. */
const maxDifference = 2

type KnownContacts = {
  /**
   * The digits of the site's phone number: with its calling code, and as dialed within the country.
   */
  phones: string[]
  emails: string[]
  /** The digits of phone numbers, and the email addresses, that texts may contain. */
  others: Set<string>
}

const listKnownContacts = memoizeByObject(
  ({ phone, email, others = [] }: Contacts): KnownContacts => ({
    phones: phone
      ? [phone.href.replace(/;.*/, ''), phone.text.replace(/ ?(?:x|ext).*/, '')].map(keepDigits)
      : [],
    emails: email ? [email.text.toLowerCase()] : [],
    others: new Set(
      others.flatMap((other) => {
        const number = formatWrittenNumber(other)
        return number
          ? [number.digits, keepDigits(number.national.replace(/ ?(?:x|ext).*/, ''))]
          : [other.toLowerCase()]
      }),
    ),
  }),
)

/** Checks a text, from which citations and link targets have been removed. */
export function checkContacts(
  text: string,
  location: SourceLocation,
  contacts: Contacts,
  problems: Problem[],
): void {
  const check = createCheck(location, contacts, problems)
  for (const [found] of /\d/.test(text) ? listFirstMatches(text, numberPattern) : [])
    check(found, toDialed(found), phonePattern.test(found), '${site.phone}')
  if (!text.includes('@')) return
  for (const [found] of listFirstMatches(text, emailPattern))
    check(found, found.toLowerCase(), !exampleDomain.test(found), '${site.email}')
}

/** Returns the digits that are dialed from abroad, without + or 00 in front, and without the 0 in +49 (0)221. */
const toDialed = (number: string): string =>
  keepDigits((number.includes('(0)') && parsePhone(number)?.number) || number).replace(/^00/, '')

/** Checks the target of a link as written. */
export function checkContactLink(
  href: string,
  location: SourceLocation,
  contacts: Contacts,
  problems: Problem[],
): void {
  // A subject, a text or an extension after the address is kept.
  const [address, scheme = '', target = ''] =
    /^(tel:|sms:|mailto:)(?!\/\/)([^?;]+)/i.exec(href) ?? []
  if (address === undefined) return
  const key = scheme.toLowerCase() === 'mailto:' ? target.toLowerCase() : keepDigits(target)
  createCheck(location, contacts, problems)(address, key, true, scheme.toLowerCase())
}

/**
 * Reports a phone number or email address in a block that equals the one in the settings, which the
 * block would show by default.
 */
export function checkOwnContact(
  link: ContactLink,
  location: SourceLocation,
  { phone, email }: Contacts,
  problems: Problem[],
): void {
  if (link.href !== phone?.href && link.href !== email?.href) return
  const fix = 'Delete it: without it, the block shows the one in the settings.'
  const message = `"${link.text}" is already in the settings of the site.`
  problems.push(problemAt(location, 'WRITTEN_OUT_CONTACT', message, { found: link.text, fix }))
}

function createCheck(location: SourceLocation, contacts: Contacts, problems: Problem[]) {
  const { phones, emails, others } = listKnownContacts(contacts)
  /**
   * @param found the text as written
   * @param key the text in the form that is compared: digits, or an address in lowercase
   * @param isContact false if it may be something else, such as an article number
   * @param replacement the text to write instead, such as a link
   */
  return (found: string, key: string, isContact: boolean, replacement: string): void => {
    const [own, name] = key.includes('@') ? [emails, 'email address'] : [phones, 'phone number']
    const isOwn = own.includes(key)
    // Without its extension, a number reaches someone else.
    const isSame = isOwn && (own === emails || !contacts.phone?.href.includes(';'))
    const isSimilar = !isOwn && own.some((each) => isTypingError(key, each))
    if (others.has(key) || (!isOwn && !isSimilar && !isContact)) return
    const report = (code: ProblemCode, message: string, fix: string) =>
      problems.push(
        problemAt(location, code, `"${found}" is ${message}.`, {
          found,
          fix: `Write ${replacement} instead${fix}.`,
          needle: found,
          ...(isSame && { replacement: { from: found, to: replacement } }),
        }),
      )
    const declare = '. If it is intentional, list it in otherContacts under site'
    if (isOwn) {
      const message = `the site's ${name}, written out`
      report('WRITTEN_OUT_CONTACT', message, ', so that it follows the settings')
    } else if (isSimilar) report('SIMILAR_CONTACT', `nearly the site's ${name}`, declare)
    else report('UNKNOWN_CONTACT', `not the site's ${name}`, `${declare}, or cite it from a fact`)
  }
}

const isTypingError = (text: string, other: string): boolean =>
  text.length >= 7 &&
  Math.abs(text.length - other.length) <= 1 &&
  distance(text, other) <= maxDifference
