import { isDeepStrictEqual } from 'node:util'
import { findUncitedFigures } from '../../schema/resolve/text/uncited-figures.ts'
import { replaceCitations } from '../../schema/resolve/parse-citations.ts'
import { toPlainCharacters } from '../../schema/util/plain-characters.ts'
import { asText } from '../../schema/util/as-text.ts'
import { asRecord, isRecord } from '../../schema/util/records.ts'
import type { Schema } from '../../schema/validate/json-schema.ts'
import type { FileChange } from '../edit/text-edits.ts'
import { getValue } from '../edit/apply-operations.ts'
import { explainOwnersChanges } from '../edit/owners-changes.ts'
import type { JsonValue } from '../edit/yaml-operations.ts'
import {
  isSameStatement,
  listShownTexts,
  listStatements,
  mayState,
  type Statement,
} from './list-statements.ts'

/**
 * @property contacts the phone numbers and email addresses that texts may contain
 * @property readOthers reads those files that the edit leaves as they are whose text is wanted
 * @property leftOut texts of facts that visitors do not see until they have evidence
 * @property isReported whether the check reports a figure that it sees in one of the texts
 */
type SiteBefore = {
  schema: Schema
  contacts: string[]
  readOthers: (isWanted: (text: string) => boolean) => Promise<JsonValue[]>
  leftOut: { fact: string; text: string }[]
  isReported: boolean
}

/**
 * Lists what an edit states that only people can know, or decides what only the owner can decide.
 * A compiler cannot tell a real review from an invented one, but an assistant never has a real one.
 * @returns for each, what it is and what to do instead
 */
export async function listInventions(changes: FileChange[], site: SiteBefore): Promise<string[]> {
  const values = changes.map(({ file, before, after }): [string, Facts, Facts] => {
    const [old, now] = [before, after].map((text): Facts => {
      const value = getValue(file, text, [])
      return isRecord(value) ? value : { rows: value }
    })
    return [file, old!, now!]
  })
  return [
    ...explainOwnersChanges(site.schema, changes).map((reason) =>
      refuseWith(
        reason,
        'Tell the owner what you would change and why. The owner changes it in the file.',
      ),
    ),
    ...values.flatMap(([file, old, now]) =>
      [...listReviews(old, now), ...listFactChanges(asRecord(old.facts), asRecord(now.facts))].map(
        (reason) => `${file}: ${reason}`,
      ),
    ),
    ...(await listStated(values, site)),
  ]
}

const refuseWith = (reason: string, fix: string) => `${reason}\n  fix: ${fix}`
const refuseIf = (isRefused: boolean, reason: string, fix: string): string[] =>
  isRefused ? [refuseWith(reason, fix)] : []

function listReviews(old: unknown, now: unknown): string[] {
  const known = [...findReviews(old)]
  return [...findReviews(now)].flatMap((review) => {
    const { name, placeholder } = asRecord(review)
    return refuseIf(
      placeholder !== true && !known.some((each) => isDeepStrictEqual(each, review)),
      `The review by "${String(name ?? 'nobody')}" would be an invention: only a customer can say what it says.`,
      'Add placeholder: true to it. Visitors then do not see it, and the owner replaces it by a real one.',
    )
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
    const differs = (key: string) => !isDeepStrictEqual(before[key], after[key])
    return [
      ...readings.flatMap((reading) =>
        checkReading(name, getReading(before, reading), getReading(after, reading), after),
      ),
      ...refuseIf(
        differs('settled'),
        `Which reading of "${name}" is right is for the owner to settle.`,
        'Ask which one is right. The owner settles it under Facts in the studio, or in the file.',
      ),
      ...refuseIf(
        differs('approval'),
        `Who must approve "${name}" is for the owner to decide.`,
        'Leave approval as it is.',
      ),
      ...refuseIf(
        before.unproven !== undefined && after.unproven === undefined,
        `"${name}" is left out of the published site until it has evidence.`,
        'Leave unproven: omit as it is. Ask the owner for evidence.',
      ),
      ...refuseIf(
        before.claim === true && after.claim !== true,
        `"${name}" is a claim, and stays one: visitors rely on it.`,
        'Leave claim: true as it is.',
      ),
    ]
  })

const listReadings = (fact: Facts): string[] => ['', ...Object.keys(asRecord(fact.readings))]

const getReading = (fact: Facts, reading: string): Facts =>
  reading === '' ? fact : asRecord(asRecord(fact.readings)[reading])

/** @param before the fact, or one of its readings @param fact as it would be */
function checkReading(name: string, before: Facts, after: Facts, fact: Facts): string[] {
  const differs = (key: string) => !isDeepStrictEqual(before[key], after[key])
  // What a claim says in another language is as new as what it says.
  const translations = fact.claim === true ? ['translations'] : []
  const keys = ['value', 'values', 'plus', 'table', ...translations]
  const figures = keys.filter((key) => after[key] !== undefined)
  const becomesReal = before.placeholder === true && figures.length > 0
  const isNew = figures.some(differs) || (before.unit !== undefined && differs('unit'))
  const isSourced = asText(after.source).trim() !== '' && differs('source')
  return [
    ...refuseIf(
      differs('evidence'),
      `The evidence for "${name}" would be an invention: evidence is what a person has looked at.`,
      'Leave evidence out. Ask the owner to add it, with the day on which they checked it.',
    ),
    ...refuseIf(
      (isNew || becomesReal) && !isSourced && fact.placeholder !== true,
      `The figure of "${name}" is new, and nothing says where it comes from.`,
      'Set source in the same edit to who said so and when, such as: the owner, 26 Nov 2026. If nobody has, ask.',
    ),
  ]
}

/** Lists what texts would state that neither a fact nor the site states. */
async function listStated(values: [string, Facts, Facts][], site: SiteBefore): Promise<string[]> {
  const { schema, contacts, readOthers } = site
  const old = values.flatMap(([, before]) => listShownTexts(schema, before))
  const oldTexts = new Set(old.map(({ text }) => text))
  let known = [
    ...contacts.map((written): Statement => ({ kind: 'contact', written })),
    ...old.flatMap(listStatements),
  ]
  const keepNew = (statements: Statement[]) =>
    statements.filter((each) => !known.some((other) => isSameStatement(each, other)))
  const added = values.flatMap(([file, before, after]) => {
    const unsourced = new Set(
      listShownTexts(schema, withoutSourced(after, before)).map(({ text }) => text),
    )
    return listShownTexts(schema, after)
      .filter(({ text }) => !oldTexts.has(text))
      .map((shown) => {
        const isSourced = !unsourced.has(shown.text)
        const found = keepNew(listStatements(shown)).filter(
          ({ kind }) => !isSourced || kind !== 'figure',
        )
        return { file, text: shown.text, isSourced, found }
      })
  })
  const unknown = added.flatMap(({ found }) => found)
  if (unknown.length > 0) {
    const others = await readOthers((text) => mayState(text, unknown))
    known = others
      .flatMap((value) => listShownTexts(schema, value))
      .filter(({ text }) => mayState(text, unknown))
      .flatMap(listStatements)
  }
  return added.flatMap(({ file, text, isSourced, found }) =>
    [
      ...describeStated(text, keepNew(found), site.isReported),
      ...(isSourced ? [] : describeLeftOut(text, site.leftOut, oldTexts)),
    ].map((reason) => `${file}: ${reason}`),
  )
}

/** Short words, such as "and", say nothing by themselves. */
const listLongWords = (text: string) =>
  toPlainCharacters(replaceCitations(text, () => ' '))
    .toLowerCase()
    .match(/\p{L}{4,}/gu) ?? []

/** Whether two words are forms of one, such as insured and insurance, or owned and owns. */
function hasSameStem(one: string, other: string): boolean {
  const length = Math.floor(0.6 * Math.max(one.length, other.length))
  return one.slice(0, length) === other.slice(0, length)
}

/** Lists the facts that are left out for lack of evidence, and whose words a text has all the same. */
function describeLeftOut(
  text: string,
  leftOut: SiteBefore['leftOut'],
  oldTexts: Set<string>,
): string[] {
  const saysSame = (each: string, claim: string) => {
    const words = listLongWords(each)
    const claimed = listLongWords(claim)
    return (
      claimed.length > 0 && claimed.every((word) => words.some((other) => hasSameStem(word, other)))
    )
  }
  return leftOut.flatMap(({ fact, text: claim }) =>
    refuseIf(
      saysSame(text, claim) && ![...oldTexts].some((old) => saysSame(old, claim)),
      `"${text}" says "${claim}", which the fact "${fact}" leaves out until it has evidence.`,
      `Cite it as \${${fact}}, or leave it out. Ask the owner for evidence.`,
    ),
  )
}

/** A fact with a new source may state figures, but no contact and no address. */
function withoutSourced({ facts, ...now }: Facts, old: Facts): Facts {
  const known = asRecord(old.facts)
  const kept = Object.entries(asRecord(facts)).filter(([name, fact]) =>
    isDeepStrictEqual(asRecord(fact).source, asRecord(known[name]).source),
  )
  return { ...now, facts: Object.fromEntries(kept) }
}

function describeStated(text: string, found: Statement[], isReported: boolean): string[] {
  const listWritten = (kind: Statement['kind']) => [
    ...new Set(found.flatMap((each) => (each.kind === kind ? [`"${each.written}"`] : []))),
  ]
  const figures = isReported && findUncitedFigures(text).length > 0 ? [] : listWritten('figure')
  return [
    ...listWritten('review').map((review) =>
      refuseWith(
        `${review} quotes somebody: only a customer can say what it says.`,
        'Leave it out. The owner adds reviews.',
      ),
    ),
    ...refuseIf(
      figures.length > 0,
      `"${text}" states a figure that is not cited, or what something costs: ${figures.join(', ')}.`,
      'Add it as a fact with source, and cite it as ${name}. If nobody has told you, ask. If it states nothing, write it without the figure.',
    ),
    ...listWritten('contact').map((contact) =>
      refuseWith(
        `${contact} is a contact that the site does not have.`,
        'Leave it out, or ask the owner to list it in otherContacts under site.',
      ),
    ),
    ...listWritten('link').map((address) =>
      refuseWith(
        `${address} is outside the site, which does not link to it.`,
        'Leave it out, or ask the owner to link to it.',
      ),
    ),
    ...listWritten('letters').map((script) =>
      refuseWith(
        `"${text}" has letters that the site does not use: ${script}.`,
        'Write it in the letters of the site. Their words cannot be checked.',
      ),
    ),
  ]
}
