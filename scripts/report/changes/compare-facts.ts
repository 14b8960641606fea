import {
  isComputedFact,
  formatReading,
  nameReading,
  soleReadingName,
  type LedgerFact,
  type Reading,
} from '../../../schema/facts/facts.ts'
import type { ResolvedSite } from '../../../schema/resolve/resolve-site.ts'
import { toWords } from '../../../schema/shared/to-words.ts'
import { compareCap } from '../compare-values.ts'
import type { RoutePair } from './match-pages.ts'
import type { FactChange, FactValueChange, PriceAboveCap } from './report-types.ts'
import type { SiteVersion, VersionPage } from './site-version.ts'
import { listLeaves } from './list-leaves.ts'

/** The facts and settings that differ between two versions, and the pages that change with them. */
export class FactChanges {
  readonly #before: SiteVersion
  readonly #after: SiteVersion
  readonly #changes = new Map<string, FactChange>()
  readonly #shared = new Map<string, ResolvedSite>()
  /** The facts that the header, the footer and the settings cite. */
  readonly #shellFacts: Set<string>

  constructor(before: SiteVersion, after: SiteVersion, pairs: RoutePair[]) {
    this.#before = before
    this.#after = after
    const { citations } = before.resolved.shellFindings
    this.#shellFacts = new Set(citations.map(({ fact }) => fact))
    this.#compareSettings()
    this.#compareLedgers(before.resolved.context.facts, after.resolved.context.facts)
    for (const { route, beforeRoute } of pairs)
      this.#compareLedgers(
        before.getEntry(beforeRoute)?.facts ?? new Map(),
        after.getEntry(route)?.facts ?? new Map(),
        route,
      )
  }

  /** Counts follow from other changes, so they are listed only if a page prints them. */
  list(): FactChange[] {
    const isKnown = ({ name, printedOn }: FactChange) =>
      !isComputedFact(name) || printedOn.length > 0
    return [...this.#changes.values()].filter(isKnown)
  }

  /**
   * Resolves a page of the earlier version with the facts and settings of the later one. Notes which
   * of them change what it says.
   */
  expectPage({ route, beforeRoute }: RoutePair, before: VersionPage): VersionPage {
    const changes = this.#findChanges(
      route,
      (name) => before.facts.has(name) || this.#shellFacts.has(name),
    )
    // Other facts do not change this page, so that all pages share what is resolved.
    const all = this.#findChanges(route, () => true)
    const expect = (some: FactChange[]) => {
      const facts = this.#before.getEntry(beforeRoute)?.facts
      const later = some.filter((change) => change.route !== undefined).map(({ name }) => name)
      const own = facts && overlayFacts(facts, this.#after.getEntry(route)?.facts, later)
      return this.#before.resolve(beforeRoute, this.#resolveShared(some), own) ?? before
    }
    const note = (change: FactChange, page: VersionPage) => {
      if (!isSameJson(listVisible(before), listVisible(page))) addRoute(change.printedOn, route)
      if (!isSameJson(before.jsonLd, page.jsonLd)) addRoute(change.inStructuredDataOf, route)
      this.#noteSettled(change, before, page)
    }
    if (changes.length === 0) return before
    const expected = expect(all)
    for (const change of changes) note(change, changes.length === 1 ? expected : expect([change]))
    return expected
  }

  /**
   * The same for the settings that all pages share.
   * @param list lists what is compared of them
   * @param routes of the pages that show it
   */
  expectShell<T>(list: (resolved: ResolvedSite) => T, routes: string[]): T {
    const { resolved } = this.#before
    const changes = this.#findChanges(undefined, (name) => this.#shellFacts.has(name))
    const before = list(resolved)
    if (changes.length === 0) return before
    for (const change of changes)
      if (!isSameJson(before, list(this.#resolveShared([change]))))
        change.printedOn = [...new Set([...change.printedOn, ...routes])]
    return list(this.#resolveShared(changes))
  }

  /** Finds the changes that may change a page. Those of a fact that is new or gone are its own. */
  #findChanges(route: string | undefined, dependsOn: (name: string) => boolean): FactChange[] {
    const [before, after] = [
      this.#before.resolved.context.facts,
      this.#after.resolved.context.facts,
    ]
    return [...this.#changes.values()].filter((change) => {
      const { name } = change
      if (change.route !== undefined) return change.route === route
      if (name.startsWith('site.')) return true
      return (
        dependsOn(name) &&
        before.has(name) &&
        after.has(name) &&
        this.#before.keys.hashFact(name) !== this.#after.keys.hashFact(name)
      )
    })
  }

  /** The earlier version as it would be if only these facts and settings had changed. */
  #resolveShared(changes: FactChange[]): ResolvedSite {
    const names = changes.filter(({ route }) => route === undefined).map(({ name }) => name)
    const { resolved, input } = this.#before
    if (names.length === 0) return resolved
    const key = names.join()
    const known = this.#shared.get(key)
    if (known) return known
    const later = this.#after.resolved
    const settings = names
      .filter((name) => name.startsWith('site.'))
      .map((name) => name.slice('site.'.length))
      .map((name) => [name, later.site.settings[name]] as const)
    const facts = overlayFacts(resolved.site.facts, later.context.facts, names)
    const changed = input.resolveShared({
      ...resolved.site,
      facts,
      settings: { ...resolved.site.settings, ...Object.fromEntries(settings) },
    })
    // Counts are computed from the earlier pages.
    const computed = overlayFacts(changed.context.facts, later.context.facts, names)
    const expected = { ...changed, context: { ...changed.context, facts: computed } }
    this.#shared.set(key, expected)
    return expected
  }

  /** Notes what a page prints instead of another reading, if another one was settled. */
  #noteSettled(change: FactChange, before: VersionPage, after: VersionPage): void {
    if (!change.changes.some(({ what }) => what === 'settled')) return
    const listPrinted = (page: VersionPage, version: SiteVersion) =>
      page.citations.flatMap(({ fact: name, reading }) => {
        const fact = name === change.name ? version.resolved.context.facts.get(name) : undefined
        const value = fact?.readings.get(reading)
        return fact && value ? [formatIn(version, fact, value)] : []
      })
    const [earlier, later] = [listPrinted(before, this.#before), listPrinted(after, this.#after)]
    const replaced = earlier.flatMap((text, index) =>
      later[index] === undefined || later[index] === text ? [] : `${text} → ${later[index]}`,
    )
    if (replaced.length > 0)
      change.replaced = [...new Set([...(change.replaced ?? []), ...replaced])]
  }

  /** Lists prices that are above their legal maximum now, and were not before. */
  listPricesAboveCap(): PriceAboveCap[] {
    return [...this.#after.resolved.context.facts.values()].flatMap((fact) => {
      const cap = compareCap(fact, toCapContext(this.#after))
      const earlier = this.#before.resolved.context.facts.get(fact.name)
      const known = earlier && compareCap(earlier, toCapContext(this.#before))
      const isNew = (reading: string) => !known?.above.includes(reading)
      return (cap?.above ?? []).filter(isNew).map((reading) => ({
        name: nameReading(fact, reading),
        label: fact.label,
        text: formatIn(this.#after, fact, fact.readings.get(reading)!),
        limit: cap!.limit,
      }))
    })
  }

  #compareSettings(): void {
    const [before, after] = [this.#before, this.#after].map(
      ({ resolved: { siteData: site } }) => site!,
    )
    for (const name of ['name', 'phone', 'email', 'origin'] as const) {
      const read = (site: typeof before) => {
        const value = site![name]
        return typeof value === 'string' ? value : value.text
      }
      if (isSameJson(before![name], after![name])) continue
      const [earlier, later] = [read(before), read(after)]
      if (earlier !== later)
        this.#add(`site.${name}`, toWords(name), [{ what: 'value', before: earlier, after: later }])
    }
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

  #add(name: string, label: string, changes: FactValueChange[], route?: string): void {
    const change = { name, label, route, changes, printedOn: [], inStructuredDataOf: [] }
    this.#changes.set(`${route ?? ''} ${name}`, change)
  }

  #compareFacts(before?: LedgerFact, after?: LedgerFact): FactValueChange[] {
    const names = new Set([...(before?.readings.keys() ?? []), ...(after?.readings.keys() ?? [])])
    const changes: FactValueChange[] = []
    const add = (what: string, before?: string, after?: string) => {
      if (before !== after) changes.push({ what, before, after })
    }
    for (const name of names) {
      const [earlier, later] = [before?.readings.get(name), after?.readings.get(name)]
      const what = name === soleReadingName ? 'value' : name
      add(
        what,
        earlier && formatIn(this.#before, before!, earlier),
        later && formatIn(this.#after, after!, later),
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
}

const formatIn = ({ resolved }: SiteVersion, fact: LedgerFact, reading: Reading): string =>
  formatReading(fact, reading, resolved.context.language).text

/** Adds a route to the list, unless it was added last. Searching long lists would be slow. */
export function addRoute(routes: string[], route: string): void {
  if (routes.at(-1) !== route) routes.push(route)
}

/** What visitors and search engines see of a page, apart from structured data. */
const listVisible = ({ head, contents }: VersionPage) => {
  const { texts, headings, links, pictures } = contents
  return { head, texts, headings, links, pictures }
}

/** Whether values are the same, in the same order. */
export const isSameJson = (one: unknown, other: unknown) =>
  JSON.stringify(one) === JSON.stringify(other)

/** Takes some facts from a later ledger, if both have them. */
function overlayFacts(
  facts: Map<string, LedgerFact>,
  later: Map<string, LedgerFact> | undefined,
  names: string[],
): Map<string, LedgerFact> {
  const changed = names.flatMap((name) => {
    const fact = facts.has(name) ? later?.get(name) : undefined
    return fact ? [[name, fact] as const] : []
  })
  return new Map([...facts, ...changed])
}

const toCapContext = ({ resolved: { context } }: SiteVersion) => ({
  ledger: context.facts,
  language: context.language,
})

/** The properties of a reading that are compared one by one; its figure is compared as printed. */
const omitFigure = ({ value: _, plus: __, ...others }: Reading) => others

/** Its readings are compared one by one, and so are the cells of a table. */
function omitReadings({ readings: _, location: __, name: ___, table, ...others }: LedgerFact) {
  const toLabels = (parts: { label: string }[]) => parts.map(({ label }) => label)
  if (!table) return others
  return { ...others, rows: toLabels(table.rows), columns: toLabels(table.columns) }
}

/** Calls back for each property of a fact that differs, with its values as texts. */
function compareProperties(
  before: object,
  after: object,
  add: (what: string, before?: string, after?: string) => void,
): void {
  const [earlier, later] = [listProperties(before), listProperties(after)]
  for (const name of new Set([...earlier.keys(), ...later.keys()]))
    add(name, earlier.get(name), later.get(name))
}

/** Lists the properties of a fact as texts: `evidence until` → `2027-06-30`. */
const listProperties = (properties: object): Map<string, string> =>
  new Map(
    listLeaves(properties, '', (_, value) =>
      value === false ? undefined : Array.isArray(value) ? value.join(', ') : value,
    ).map(({ path, value }) => [path.replaceAll('.', ' '), value]),
  )
