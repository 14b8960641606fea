import { isDeepStrictEqual } from 'node:util'
import { keepDigits } from '../../schema/resolve/text/contact-links.ts'
import { emailPattern, numberPattern } from '../../schema/resolve/text/check-contacts.ts'
import { findUncitedFigures } from '../../schema/resolve/text/uncited-figures.ts'
import { toPlainCharacters } from '../../schema/util/plain-characters.ts'
import { asRecord, isRecord } from '../../schema/util/records.ts'
import type { Schema } from '../../schema/validate/json-schema.ts'
import type { FileChange } from '../edit/text-edits.ts'
import { getValue } from '../edit/apply-operations.ts'
import { explainOwnersChanges } from '../edit/owners-changes.ts'
import { statesFigure } from './stated-figures.ts'

/**
 * Lists what an edit states that only people can know, or decides what only the owner can decide.
 * A compiler cannot tell a real review from an invented one, but an assistant never has a real one.
 * @param contacts the phone numbers and email addresses that texts may contain
 * @param isReported whether the check reports a figure that it sees in one of the texts
 * @returns for each, what it is and what to do instead
 */
export const listInventions = (
  schema: Schema,
  changes: FileChange[],
  contacts: string[],
  isReported: boolean,
): string[] => [
  ...explainOwnersChanges(schema, changes).map(
    (reason) =>
      `${reason}\n  fix: Tell the owner what you would change and why. The owner changes it in the file.`,
  ),
  ...changes.flatMap(({ file, before, after }) => {
    const [old, now] = [before, after].map((text): Facts => {
      const value = getValue(file, text, [])
      return isRecord(value) ? value : { rows: value }
    })
    return [
      ...listReviews(old, now),
      ...listFactChanges(asRecord(old!.facts), asRecord(now!.facts)),
      ...listStated(old!, now!, contacts, isReported),
    ].map((reason) => `${file}: ${reason}`)
  }),
]

function listReviews(old: unknown, now: unknown): string[] {
  const known = [...findReviews(old)]
  const isKnown = (review: unknown) => known.some((each) => isDeepStrictEqual(each, review))
  return [...findReviews(now)]
    .filter((review) => asRecord(review).placeholder !== true && !isKnown(review))
    .map((review) => {
      const { name } = asRecord(review)
      return [
        `The review by "${String(name ?? 'nobody')}" would be an invention: only a customer can say what it says.`,
        'fix: Add placeholder: true to it. Visitors then do not see it, and the owner replaces it by a real one.',
      ].join('\n  ')
    })
}

function* findReviews(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) for (const each of value) yield* findReviews(each)
  else if (isRecord(value)) {
    if (value.type === 'testimonials' && Array.isArray(value.items)) yield* value.items
    for (const each of Object.values(value)) yield* findReviews(each)
  }
}

type Facts = Record<string, unknown>

const listFactChanges = (old: Facts, now: Facts): string[] =>
  [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((name) => {
    const [before, after] = [asRecord(old[name]), asRecord(now[name])]
    if (now[name] === undefined || isDeepStrictEqual(before, after)) return []
    const readings = [...new Set([before, after].flatMap(listReadings))]
    return [
      ...readings.flatMap((reading) =>
        checkReading(name, getReading(before, reading), getReading(after, reading), after),
      ),
      ...(isDeepStrictEqual(before.settled, after.settled)
        ? []
        : [
            `Which reading of "${name}" is right is for the owner to settle.\n  fix: Ask which one is right. The owner settles it under Facts in the studio, or in the file.`,
          ]),
      ...(isDeepStrictEqual(before.approval, after.approval)
        ? []
        : [
            `Who must approve "${name}" is for the owner to decide.\n  fix: Leave approval as it is.`,
          ]),
      ...(before.unproven !== undefined && after.unproven === undefined
        ? [
            `"${name}" is left out of the published site until it has evidence.\n  fix: Leave unproven: omit as it is. Ask the owner for evidence.`,
          ]
        : []),
      ...(before.claim === true && after.claim !== true
        ? [
            `"${name}" is a claim, and stays one: visitors rely on it.\n  fix: Leave claim: true as it is.`,
          ]
        : []),
    ]
  })

const listReadings = (fact: Facts): string[] => ['', ...Object.keys(asRecord(fact.readings))]

const getReading = (fact: Facts, reading: string): Facts =>
  reading === '' ? fact : asRecord(asRecord(fact.readings)[reading])

/** @param before the fact, or one of its readings @param fact as it would be */
function checkReading(name: string, before: Facts, after: Facts, fact: Facts): string[] {
  const differs = (key: string) => !isDeepStrictEqual(before[key], after[key])
  const figures = ['value', 'values', 'plus', 'table'].filter((key) => after[key] !== undefined)
  const becomesReal = before.placeholder === true && figures.length > 0
  const isNew = figures.some(differs) || (before.unit !== undefined && differs('unit'))
  const isSourced = after.source !== undefined && differs('source')
  return [
    ...(differs('evidence')
      ? [
          `The evidence for "${name}" would be an invention: evidence is what a person has looked at.\n  fix: Leave evidence out. Ask the owner to add it, with the day on which they checked it.`,
        ]
      : []),
    ...((isNew || becomesReal) && !isSourced && fact.placeholder !== true
      ? [
          `The figure of "${name}" is new, and nothing says where it comes from.\n  fix: Set source in the same edit to who said so and when, such as: the owner, 26 Nov 2026. If nobody has, ask.`,
        ]
      : []),
  ]
}

const licenseWords =
  /\b(?:licen[cs]e|licencia|lizenz|lic\b|registration|registered|registro|handelsregister|hrb\b|reg\b|permit|zulassung|commission|certificat|accredit|colegiad|bond|policy|VAT|ust|nif\b|EIN|siret|tax id|company n|crn\b|ico\b|iban\b|sort code|account|konto|cuenta)/i
const yearOrDay = /^(?:19|20)\d\d(?:-\d\d-\d\d)?$/

/** Whether a text has a number as authorities give them: `TX-12345`, `12/3456`, `12 345 678`. */
const hasIdentifier = (text: string): boolean =>
  (text.replaceAll(/(?<=\d) (?=\d)/g, '').match(/[\dA-Z][\dA-Z\-/.]*\d/gi) ?? []).some(
    (word) => word.replaceAll(/\D/g, '').length >= 4 && !yearOrDay.test(word),
  )

/** A figure may continue after the end of a link: `[4](/bread).20`. */
const linkTarget = /\]\([^()\n]{0,500}\)/g

/** Lists what texts would state that only people know. Facts have a source. */
function listStated(
  { facts: _, ...old }: Facts,
  { facts: __, ...now }: Facts,
  contacts: string[],
  isReported: boolean,
): string[] {
  const known = new Set([...listEntryTexts(old)].map(({ text }) => text))
  const stated = [
    ...contacts,
    ...[...known].flatMap((text) => findContacts(toPlainCharacters(text))),
  ]
  return [...listEntryTexts(now)].flatMap(({ text, context }) => {
    if (known.has(text)) return []
    const plain = toPlainCharacters(text)
    const isAbout = licenseWords.test(plain) || licenseWords.test(toPlainCharacters(context))
    return [
      ...(isAbout && hasIdentifier(plain)
        ? [
            `"${text}" states the number of a license or registration, which only people can know.\n  fix: Ask for it. Add it as a fact with source, and cite it as \${name}.`,
          ]
        : []),
      ...(statesFigure(toPlainCharacters(text.replaceAll(linkTarget, ']'))) &&
      !(isReported && findUncitedFigures(text).length > 0)
        ? [
            `"${text}" states a figure that is not cited, or that something is free.\n  fix: Add it as a fact with source, and cite it as \${name}. If nobody has told you, ask. If it is no price, write it in other words.`,
          ]
        : []),
      ...[...findContacts(plain), ...(text.normalize('NFKC').match(spelledContact) ?? [])]
        .filter((contact) => !stated.some((each) => isSameContact(each, contact)))
        .map(
          (contact) =>
            `"${contact}" is a contact that the site does not have.\n  fix: Leave it out, or ask the owner to list it in otherContacts under site.`,
        ),
    ]
  })
}

const digitWord = '(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)'
/** A phone number in words, and an email address with words for its signs. */
const spelledContact = new RegExp(
  `\\b${digitWord}(?:[\\s-]+(?:double |triple )?${digitWord}){6,14}\\b|[\\w.+-]{1,64}\\s?(?:[([]at[)\\]]|\\s@)\\s?[\\w.-]+|[\\w.+-]{1,64}\\sat\\s[\\w-]+(?:\\sdot\\s[\\w-]+)+`,
  'gi',
)

/** Phone numbers, however they are grouped or in an address, and email addresses. */
const findContacts = (text: string): string[] => [
  ...[
    ...(text.replaceAll('·', '.').match(numberPattern) ?? []),
    ...(text.match(/(?<=\/)\d{9,}/g) ?? []),
  ].filter((number) => keepDigits(number).length >= 9 && !/^(?:19|20)\d\d-\d\d-\d\d/.test(number)),
  ...(text.match(emailPattern) ?? []),
]

const isSameContact = (one: string, other: string): boolean =>
  /[@a-z]/i.test(other)
    ? one.toLowerCase() === other.toLowerCase()
    : // With or without the code of the country.
      keepDigits(one).endsWith(keepDigits(other).replace(/^0/, ''))

/** The texts of a value. @returns each with the texts beside it, such as its label */
function* listEntryTexts(value: unknown): Generator<{ text: string; context: string }> {
  if (typeof value !== 'object' || value === null) return
  const texts = Object.values(value).filter((each) => typeof each === 'string')
  const context = Array.isArray(value) ? '' : texts.join(' ')
  for (const text of texts) yield { text, context }
  for (const each of Object.values(value)) yield* listEntryTexts(each)
}
