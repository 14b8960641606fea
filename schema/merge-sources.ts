import { soleReading, type LedgerFact, type Reading } from './facts.ts'
import { findNearest } from './nearest-name.ts'
import type { SourceFile } from './parse-file.ts'
import { problemAt, problemInFile, type Place, type Problem } from './problem.ts'
import type { LedgerEntry } from './types.gen.ts'
import { textOf } from './text-of.ts'

type Raw = Record<string, unknown>
export type RawPage = {
  route: string
  raw: Raw
  place: Place
  /** Facts of this page alone. */
  facts?: Map<string, LedgerFact>
  /** What tells this page from others of its make, such as the name of its town: likeness leaves it aside. */
  names?: string[]
}

/** The files of a site put together; what two files define is reported and the first one counts. */
export type MergedSite = {
  main: SourceFile
  settings: Raw
  navigation: Raw
  facts: Map<string, LedgerFact>
  pages: Map<string, RawPage>
  planned: Map<string, { label: string; place: Place }>
  /** What something unreadable may define: a route or fact among these names is not called missing. */
  unread: Set<string>
  problems: Problem[]
}

/** An entry as written; validation has said where it is not as it must be. */
type RawEntry = Partial<LedgerEntry> & Raw

const isGroup = (value: unknown): value is Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const group = (value: unknown): Raw => (isGroup(value) ? value : {})

/** @param sources as read: pages.yaml first. At least one. */
export function mergeSources(sources: SourceFile[]): MergedSite {
  const [main] = sources
  if (!main) throw new Error('mergeSources needs at least one file')
  const top = group(main.value)
  const merged: MergedSite = {
    main,
    settings: group(top.site),
    navigation: group(top.navigation),
    facts: new Map(),
    pages: new Map(),
    planned: new Map(),
    unread: new Set(sources.flatMap(({ possibleNames }) => [...possibleNames])),
    problems: checkSettings(sources),
  }
  for (const source of sources) mergeSource(merged, source)
  return merged
}

function isValue(value: unknown): value is Reading['value'] {
  if (typeof value === 'number' || typeof value === 'string') return true
  return isGroup(value) && typeof value.min === 'number' && typeof value.max === 'number'
}

function checkSettings([main, ...parts]: SourceFile[]): Problem[] {
  const problems: Problem[] = []
  for (const key of ['site', 'navigation']) {
    // A name that is nearly right has been reported as unknown, with the right one beside it.
    const misspelt = Object.keys(group(main?.value)).some(
      (name) => !topLevel.has(name) && findNearest(name, topLevel) === key,
    )
    if (main?.value !== undefined && !misspelt && !(key in group(main.value))) {
      problems.push(
        problemInFile(main.file, 'MISSING_SETTINGS', `There is no "${key}" in ${main.file}.`, {
          expected: `${key}:`,
        }),
      )
    }
    for (const source of parts.filter(({ value }) => key in group(value))) {
      const place: Place = { source, path: [key], part: 'key' }
      problems.push(
        problemAt(place, 'MISPLACED_SETTINGS', `"${key}" may stand in ${main?.file} only.`),
      )
    }
  }
  return problems
}

const topLevel = new Set(['site', 'navigation', 'facts', 'pages', 'planned', 'sets', 'include'])
const normalizeRoute = (route: string) => `/${route.toLowerCase().replace(/^\/+|\/+$/g, '')}`

function mergeSource(merged: MergedSite, source: SourceFile): void {
  const value = group(source.value)
  for (const [route, raw] of Object.entries(group(value.pages))) {
    const place: Place = { source, path: ['pages', route], part: 'key' }
    const other = merged.pages.get(route)
    if (other)
      merged.problems.push(
        reportTwice(place, 'DUPLICATE_ROUTE', `The route "${route}"`, other.place),
      )
    else merged.pages.set(route, { route, raw: group(raw), place })
    // A route with a slash too many or too few is reported as that, and what links to the right one is not.
    merged.unread.add(normalizeRoute(route))
  }
  for (const [name, entry] of Object.entries(group(value.facts))) {
    const place: Place = { source, path: ['facts', name], part: 'key' }
    const other = merged.facts.get(name)
    if (other)
      merged.problems.push(reportTwice(place, 'DUPLICATE_FACT', `The fact "${name}"`, other.place))
    // A page among the facts has been reported as that.
    else if (name.startsWith('/')) merged.unread.add(normalizeRoute(name))
    else merged.facts.set(name, readFact(name, group(entry), place, merged.problems))
  }
  // `fact:` for `facts:` has been reported; what stands under it is not called missing as well.
  for (const [key, names] of Object.entries(value)) {
    if (!topLevel.has(key)) for (const name of Object.keys(group(names))) merged.unread.add(name)
  }
  for (const [route, label] of Object.entries(group(value.planned))) {
    merged.unread.add(normalizeRoute(route))
    const place: Place = { source, path: ['planned', route], part: 'key' }
    const other = merged.planned.get(route)
    if (other)
      merged.problems.push(
        reportTwice(place, 'DUPLICATE_ROUTE', `The route "${route}"`, other.place),
      )
    else merged.planned.set(route, { label: textOf(label), place })
  }
}

function reportTwice(
  place: Place,
  code: 'DUPLICATE_ROUTE' | 'DUPLICATE_FACT',
  what: string,
  first: Place,
): Problem {
  const { line } = first.source.locate(first.path, 'key')
  return problemAt(
    place,
    code,
    `${what} is given twice; the first stands in ${first.source.file}, line ${line}.`,
  )
}

/** A fact as written, ready to be cited. */
export function readFact(
  name: string,
  entry: RawEntry,
  place: Place,
  problems: Problem[],
): LedgerFact {
  const named = Object.entries(group(entry.readings)).filter(
    ([, reading]) => isGroup(reading) && isValue(reading.value),
  )
  const readings = new Map(named as [string, Reading][])
  const hasValue = entry.value !== undefined
  // Readings that were tried and failed validation are not "none"; that has been reported.
  if (hasValue === (entry.readings !== undefined)) {
    const found = hasValue ? 'both' : 'neither'
    problems.push(
      problemAt(place, 'FACT_WITHOUT_VALUE', `The fact "${name}" needs a value or readings.`, {
        expected: 'value, or readings',
        found,
      }),
    )
  }
  if (isValue(entry.value) && readings.size === 0) {
    readings.set(soleReading, { value: entry.value, plus: entry.plus, source: entry.source })
  }
  return {
    name,
    label: textOf(entry.label) || name,
    unit: typeof entry.unit === 'string' ? entry.unit : 'text',
    readings,
    settled: entry.settled,
    placeholder: entry.placeholder === true,
    cap: entry.cap,
    includes: entry.includes,
    measuredTo: entry.measuredTo,
    sumOf: entry.sumOf,
    articlesIn: entry.articlesIn,
    place,
  }
}
