import {
  formatReading,
  formatReadingNumber,
  nameReading,
  soleReadingName,
  type LedgerFact,
  type Reading,
} from '../../schema/resolve/facts.ts'
import { capitalize } from '../../schema/util/capitalize.ts'
import { isComputedFact } from '../../schema/resolve/computed-facts.ts'
import { spellNumber } from '../../schema/resolve/counts/number-words.ts'
import { compareCap } from '../facts/compare-values.ts'
import type { TextReplacement } from './explain-by-replacements.ts'
import type { PagePair } from './match-pages.ts'
import type { FactChange, FactValueChange, PriceAboveCap } from './report-types.ts'
import type { VersionLedger } from './versions/site-version.ts'

/** A change of the printed form of a fact, and the change of the fact that causes it. */
type FactReplacement = TextReplacement & {
  change: FactChange
  /** How the printed text changes because another reading was settled: `$60 → $50`. */
  settled?: string
}

/** The facts that differ between two ledgers, and how this changes the texts of pages. */
export class FactChanges {
  readonly #before: VersionLedger
  readonly #after: VersionLedger
  readonly #changes = new Map<string, FactChange>()
  readonly #settings: FactReplacement[]
  readonly #replacements = new Map<string, FactReplacement[]>()

  constructor(before: VersionLedger, after: VersionLedger, pairs: PagePair[]) {
    this.#before = before
    this.#after = after
    this.#settings = this.#compareSettings()
    this.#compareLedgers(before.facts, after.facts)
    for (const { route, beforeRoute } of pairs)
      this.#compareLedgers(
        before.pageFacts.get(beforeRoute) ?? new Map(),
        after.pageFacts.get(route) ?? new Map(),
        route,
      )
  }

  /** Counts follow from other changes, so they are listed only if a page prints them. */
  list(): FactChange[] {
    const isKnown = ({ name, printedOn }: FactChange) =>
      !isComputedFact(name) || printedOn.length > 0
    return [...this.#changes.values()].filter(isKnown)
  }

  /** @returns the changes in the texts of a page that facts alone can explain. */
  findReplacements({ route, beforeRoute, before, after }: PagePair): FactReplacement[] {
    const [earlier, later] = [before.citations, after.citations]
    const own = [this.#before.pageFacts.has(beforeRoute), this.#after.pageFacts.has(route)]
    const key = [...own, earlier?.join(), later?.join(), own.includes(true) && route].join('|')
    const known = this.#replacements.get(key)
    if (known) return known
    const found = [...this.#settings]
    const lists = [
      groupByFact([...(earlier ?? listAllReadings(this.#before)), ...this.#before.shellCitations]),
      groupByFact([...(later ?? listAllReadings(this.#after)), ...this.#after.shellCitations]),
    ] as const
    for (const [name, readings] of lists[0]) {
      const change = this.#changes.get(`${route} ${name}`) ?? this.#changes.get(` ${name}`)
      const others = lists[1].get(name)
      const facts = [
        this.#before.pageFacts.get(beforeRoute)?.get(name) ?? this.#before.facts.get(name),
        this.#after.pageFacts.get(route)?.get(name) ?? this.#after.facts.get(name),
      ] as const
      if (!change || !others || !facts[0] || !facts[1]) continue
      const isSettled = facts[0].settled !== facts[1].settled
      for (const reading of readings)
        for (const other of others) {
          if (reading !== other && !isSettled) continue
          const values = [facts[0].readings.get(reading), facts[1].readings.get(other)] as const
          if (!values[0] || !values[1]) continue
          const settled = `${this.#format(facts[0], values[0], this.#before)} → ${this.#format(facts[1], values[1], this.#after)}`
          found.push(
            ...this.#pairForms(facts[0], values[0], facts[1], values[1]).map((pair) => ({
              ...pair,
              change,
              ...(isSettled && { settled }),
            })),
          )
        }
    }
    this.#replacements.set(key, found)
    return found
  }

  /** Lists prices that are above their legal maximum now, and were not before. */
  listPricesAboveCap(): PriceAboveCap[] {
    return [...this.#after.facts.values()].flatMap((fact) => {
      const cap = compareCap(fact, toCapContext(this.#after))
      const earlier = this.#before.facts.get(fact.name)
      const known = earlier && compareCap(earlier, toCapContext(this.#before))
      const isNew = (reading: string) => !known?.above.includes(reading)
      return (cap?.above ?? []).filter(isNew).map((reading) => ({
        name: nameReading(fact, reading),
        label: fact.label,
        text: this.#format(fact, fact.readings.get(reading)!, this.#after),
        limit: cap!.limit,
      }))
    })
  }

  #compareSettings(): FactReplacement[] {
    return [...this.#after.settings].flatMap(([name, forms]) => {
      const earlier = this.#before.settings.get(name) ?? []
      if (earlier[0] === forms[0] || earlier[0] === undefined || forms[0] === undefined) return []
      const change = this.#add(name, 'Setting', [
        { what: 'value', before: earlier[0], after: forms[0] },
      ])
      return forms.map((after, index) => ({ before: earlier[index] ?? after, after, change }))
    })
  }

  #compareLedgers(
    before: Map<string, LedgerFact>,
    after: Map<string, LedgerFact>,
    route?: string,
  ): void {
    for (const name of new Set([...before.keys(), ...after.keys()])) {
      const [earlier, later] = [before.get(name), after.get(name)]
      const changes = this.#compareFacts(earlier, later)
      if (changes.length > 0) this.#add(name, (later ?? earlier)!.label, changes, route)
    }
  }

  #add(name: string, label: string, changes: FactValueChange[], route?: string): FactChange {
    const change: FactChange = {
      name,
      label,
      ...(route !== undefined && { route }),
      changes,
      printedOn: [],
      inStructuredDataOf: [],
    }
    this.#changes.set(`${route ?? ''} ${name}`, change)
    return change
  }

  #compareFacts(before?: LedgerFact, after?: LedgerFact): FactValueChange[] {
    const names = new Set([...(before?.readings.keys() ?? []), ...(after?.readings.keys() ?? [])])
    const changes: FactValueChange[] = []
    const add = (what: string, earlier?: string, later?: string) => {
      if (earlier !== later) changes.push(createValueChange(what, earlier, later))
    }
    for (const name of names) {
      const [earlier, later] = [before?.readings.get(name), after?.readings.get(name)]
      const what = name === soleReadingName ? 'value' : name
      add(
        what,
        earlier && this.#format(before!, earlier, this.#before),
        later && this.#format(after!, later, this.#after),
      )
      if (!earlier || !later) continue
      compareProperties(omitFigure(earlier), omitFigure(later), (property, ...texts) =>
        add(what === 'value' ? property : `${property} of ${name}`, ...texts),
      )
    }
    if (!before || !after) return changes
    compareProperties(omitReadings(before), omitReadings(after), add)
    return changes
  }

  #format(fact: LedgerFact, reading: Reading, { language }: VersionLedger): string {
    return formatReading(fact, reading, language).text
  }

  /** Pairs the forms in which texts and structured data print a figure. */
  #pairForms(
    fact: LedgerFact,
    value: Reading,
    otherFact: LedgerFact,
    otherValue: Reading,
  ): TextReplacement[] {
    const forms = listForms(fact, value, this.#before.language)
    const others = listForms(otherFact, otherValue, this.#after.language)
    return forms.flatMap((before, index) => {
      const after = others[index]
      return before && after && before !== after ? [{ before, after }] : []
    })
  }
}

const toCapContext = ({ facts, language }: VersionLedger) => ({ ledger: facts, language })

function groupByFact(citations: string[]): Map<string, Set<string>> {
  const groups = new Map<string, Set<string>>()
  for (const citation of citations) {
    const dot = citation.lastIndexOf('.')
    const name = citation.slice(0, dot)
    groups.set(name, (groups.get(name) ?? new Set()).add(citation.slice(dot + 1)))
  }
  return groups
}

const listAllReadings = ({ facts }: VersionLedger) =>
  [...facts.values()].flatMap(({ name, readings }) =>
    [...readings.keys()].map((reading) => `${name}.${reading}`),
  )

/** Lists the forms of a figure, always in the same order. */
function listForms(fact: LedgerFact, reading: Reading, language: string): (string | undefined)[] {
  const { text, value, min, max } = formatReading(fact, reading, language)
  const word =
    typeof reading.value === 'number' && !reading.plus
      ? spellNumber(reading.value, language)
      : undefined
  return [
    text,
    formatReadingNumber(reading, language),
    word,
    word && capitalize(word),
    value?.toString(),
    value?.toFixed(2),
    min?.toString(),
    max?.toString(),
  ]
}

const createValueChange = (what: string, before?: string, after?: string): FactValueChange => ({
  what,
  ...(before !== undefined && { before }),
  ...(after !== undefined && { after }),
})

/** The properties of a reading that are compared one by one; its figure is compared as printed. */
const omitFigure = ({ value: _, plus: __, ...others }: Reading) => others

const omitReadings = ({ readings: _, location: __, name: ___, ...others }: LedgerFact) => others

/** Calls back for each property of a fact that differs, with its values as texts. */
function compareProperties(
  before: object,
  after: object,
  add: (what: string, before?: string, after?: string) => void,
): void {
  const [earlier, later] = [flatten(before), flatten(after)]
  for (const name of new Set([...earlier.keys(), ...later.keys()]))
    add(name, earlier.get(name), later.get(name))
}

/** Lists the properties of a fact as texts: `evidence until` → `2027-06-30`. */
function flatten(value: object, prefix = ''): Map<string, string> {
  const properties = new Map<string, string>()
  for (const [key, child] of Object.entries(value)) {
    if (child === undefined || child === false) continue
    if (typeof child === 'object' && child !== null && !Array.isArray(child))
      for (const [name, text] of flatten(child, `${prefix}${key} `)) properties.set(name, text)
    else properties.set(prefix + key, Array.isArray(child) ? child.join(', ') : String(child))
  }
  return properties
}
