/** Facts for figures that are typed into texts, such as the prices of pasted rows. */
import { formatReading, isCurrency } from '../../../../schema/facts/facts.ts'
import { toWords } from '../../../../schema/shared/to-words.ts'
import { findFreeName } from '../../../../schema/util/find-free-name.ts'
import { asRecord } from '../../../../schema/util/records.ts'
import { slugify } from '../../../../schema/util/slugify.ts'
import type { FactListing } from '../../../report/list-facts.ts'
import type { ValuePlace } from '../../../edit/source-address.ts'
import type { JsonValue } from '../../../edit/yaml-operations.ts'
import { citeTyped, listFigures } from './citations.ts'
import { summarize } from './names.ts'
import { readFactValue } from './quantities.ts'

/** Where a new fact is written: beside the others. */
export const findLedger = (facts: FactListing[]): string =>
  facts.find(({ address: { path } }) => path[0] === 'facts')?.address.file ?? 'pages.yaml'

const currencies = { $: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY' }

/** The unit that a typed figure has: a percentage, the currency of the other facts, or that of its sign. */
export function guessUnit(facts: FactListing[], figure: string): string {
  if (figure.endsWith('%')) return 'percent'
  const common = facts.find(({ unit = '' }) => isCurrency(unit))?.unit
  const signed = Object.entries(currencies).find(([sign]) => figure.includes(sign))
  return common ?? signed?.[1] ?? 'text'
}

/** @property entry the entry of a list that has the text as one of its properties */
type TypedText = { place: ValuePlace; name: string; entry: unknown }

/**
 * Plans a fact for each text with one price or percentage, called as its entry is, and the citation
 * in its place. A range, another currency and a text with several figures are for the author.
 * @returns the values to set: facts and texts in turn
 */
export function planFacts(
  texts: TypedText[],
  facts: FactListing[],
  language: string,
): (ValuePlace & { value: JsonValue })[] {
  const taken = new Set(facts.map(({ name }) => name))
  const file = findLedger(facts)
  return texts.flatMap(({ place, name: property, entry }) => {
    const text = String(asRecord(entry)[property] ?? '')
    const [figure, ...others] = listFigures(text)
    if (figure === undefined || others.length > 0) return []
    if (/^\s?(?:[–+-]|to\b)/.test(text.slice(text.indexOf(figure) + figure.length))) return []
    const unit = guessUnit(facts, figure)
    const read = readFactValue(figure, unit, language)
    if (unit === 'text' || 'refused' in read || !printsAlike(read.value, unit, figure, language))
      return []
    const about = summarize(entry, facts).replace(figure, '').trim()
    const isOnly = texts.every((each) => each.entry !== entry || each.name === property)
    const label = isOnly ? about : `${about}, ${toWords(property).toLowerCase()}`
    const slug = slugify(label)
    if (slug === '') return []
    const name = findFreeName(slug, (each) => taken.has(each))
    taken.add(name)
    const fact = { label, unit, value: read.value as JsonValue }
    return [
      { file, path: ['facts', name], value: fact },
      { ...place, value: citeTyped(text, { name, text: figure }) },
    ]
  })
}

/** Whether a fact would be printed with the sign of the figure. */
function printsAlike(value: unknown, unit: string, figure: string, language: string): boolean {
  const toSign = (text: string) => text.replaceAll(/[\d.,\s]/g, '')
  const printed = formatReading({ unit: unit as 'text' }, { value: value as number }, language).text
  return toSign(printed) === toSign(figure)
}
