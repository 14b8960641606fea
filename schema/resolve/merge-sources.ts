import { soleReadingName, type LedgerFact, type Reading } from './facts.ts'
import { describeDuplicates, type Duplicate } from './describe-duplicates.ts'
import { findNearestName } from '../validate/nearest-name.ts'
import { problemAt, problemInFile } from '../problems/problem.ts'
import type { LedgerEntry } from '../types.gen.ts'
import { addStatements, type WrittenStatements } from '../statements/site-statements.ts'
import { chooseValue } from '../days/choose-value.ts'
import type { DatedPart, Days, Moment } from '../days/moment.ts'
import { locateChild } from '../util/locate-child.ts'
import { asText } from '../util/as-text.ts'
import { asRecord, isRecord, type UnknownRecord } from '../util/records.ts'
import type { SourceFile, SourceLocation } from '../source/types.ts'
import type { Problem } from '../problems/types.ts'

export type RawPage = {
  route: string
  raw: UnknownRecord
  location: SourceLocation
  /** Facts defined only on this page, from the row of a set. */
  facts?: Map<string, LedgerFact>
  /** The cells in the route of a set's page, such as its town. Similarity ignores these names. */
  routeValues?: string[]
}

/** A page that is written, but not shown. */
export type HiddenPage = Days & {
  page: RawPage
  reason: 'draft' | 'early' | 'over'
}

/** The merged files of a site. If two files define the same name, the first one counts. */
export type MergedSite = {
  main: SourceFile
  settings: UnknownRecord
  navigation: UnknownRecord
  facts: Map<string, LedgerFact>
  pages: Map<string, RawPage>
  /** Pages that are written, but not shown, such as drafts. */
  hidden: Map<string, HiddenPage>
  /** Everything that has days, except what is in the blocks of pages in files. */
  dated: DatedPart[]
  planned: Map<string, { label: string; location: SourceLocation }>
  statements: WrittenStatements
  /** Names that an invalid file or entry may define. They are not reported as missing. */
  possiblyDefined: Set<string>
  problems: Problem[]
}

/** Units whose facts are always claims. */
const unitsOfClaims = new Set(['rating'])

/** A fact as written, which may not match the schema. Validation reports that. */
type RawFact = Partial<LedgerEntry> & UnknownRecord

/**
 * Merges the files of a site, reporting duplicates and misplaced or missing settings.
 * @param sources at least one file, pages.yaml first
 * @param moment which values of facts count
 * @throws Error if there are no sources
 */
export function mergeSources(sources: SourceFile[], moment: Moment): MergedSite {
  const [main] = sources
  if (!main) throw new Error('mergeSources needs at least one file')
  const top = asRecord(main.value)
  const merged: MergedSite = {
    main,
    settings: asRecord(top.site),
    navigation: asRecord(top.navigation),
    facts: new Map(),
    pages: new Map(),
    hidden: new Map(),
    dated: [],
    planned: new Map(),
    statements: { require: [], forbid: [] },
    possiblyDefined: new Set(sources.flatMap(({ possibleNames }) => [...possibleNames])),
    problems: checkRequiredSections(sources),
  }
  const duplicates: Duplicate[] = []
  for (const source of sources) mergeSource(merged, source, moment, duplicates)
  merged.problems.push(...describeDuplicates(duplicates))
  return merged
}

function isReadingValue(value: unknown): value is Reading['value'] {
  if (typeof value === 'number' || typeof value === 'string') return true
  return isRecord(value) && typeof value.min === 'number' && typeof value.max === 'number'
}

function checkRequiredSections([main, ...parts]: SourceFile[]): Problem[] {
  const problems: Problem[] = []
  for (const key of ['site', 'navigation']) {
    // Validation reports a misspelled name, with a suggestion.
    const misspelled = Object.keys(asRecord(main?.value)).some(
      (name) => !topLevelKeys.has(name) && findNearestName(name, topLevelKeys) === key,
    )
    const isMisplaced = parts.some(({ value }) => key in asRecord(value))
    if (
      main?.value !== undefined &&
      !misspelled &&
      !isMisplaced &&
      !(key in asRecord(main.value))
    ) {
      problems.push(
        problemInFile(main.file, 'MISSING_SETTINGS', `${main.file} has no "${key}".`, {
          expected: `${key}:`,
        }),
      )
    }
  }
  return [...problems, ...parts.flatMap((source) => checkMisplacedSections(source, main!.file))]
}

/** Reports settings in an included file once, since they are often a copy of both sections. */
function checkMisplacedSections(source: SourceFile, mainFile: string): Problem[] {
  const keys = ['site', 'navigation'].filter((key) => key in asRecord(source.value))
  if (keys.length === 0) return []
  const names = keys.map((key) => `"${key}"`).join(' and ')
  const location: SourceLocation = { source, path: [keys[0]!], target: 'key' }
  const message = `${names} ${keys.length > 1 ? 'are' : 'is'} only allowed in ${mainFile}.`
  const fix = `Move ${keys.length > 1 ? 'them' : 'it'} to ${mainFile}, or delete this copy.`
  return [problemAt(location, 'MISPLACED_SETTINGS', message, { fix })]
}

const topLevelKeys = new Set([
  'site',
  'navigation',
  'facts',
  'statements',
  'pages',
  'planned',
  'sets',
  'include',
])
const normalizeRoute = (route: string) => `/${route.toLowerCase().replace(/^\/+|\/+$/g, '')}`

function mergeSource(
  merged: MergedSite,
  source: SourceFile,
  moment: Moment,
  duplicates: Duplicate[],
): void {
  const value = asRecord(source.value)
  const reportDuplicate = (
    kind: Duplicate['kind'],
    name: string,
    location: SourceLocation,
    first: SourceLocation,
  ) => duplicates.push({ kind, name, location, first })
  for (const [route, raw] of Object.entries(asRecord(value.pages))) {
    const location: SourceLocation = { source, path: ['pages', route], target: 'key' }
    const first = merged.pages.get(route)
    if (first) reportDuplicate('route', route, location, first.location)
    // Validation reports a set among the pages.
    else if (!route.includes('{')) merged.pages.set(route, { route, raw: asRecord(raw), location })
    // An invalid route, such as one with an extra slash, is reported once, not for each link to it.
    merged.possiblyDefined.add(normalizeRoute(route))
  }
  for (const [name, entry] of Object.entries(asRecord(value.facts))) {
    const location: SourceLocation = { source, path: ['facts', name], target: 'key' }
    const first = merged.facts.get(name)
    if (first) reportDuplicate('fact', name, location, first.location)
    // Validation reports pages among the facts.
    else if (name.startsWith('/')) merged.possiblyDefined.add(normalizeRoute(name))
    else {
      const written = { entry: asRecord(entry), location }
      const fact = chooseValue(name, written, moment)
      merged.dated.push(...fact.parts)
      merged.problems.push(...fact.problems)
      merged.facts.set(name, toLedgerFact(name, fact.entry, fact.location, merged.problems))
    }
    // An invalid name, such as one with a capital, is reported once, not for each citation.
    merged.possiblyDefined.add(name.toLowerCase().replace(/[\s_]+/g, '-'))
  }
  addStatements(merged.statements, source)
  // Validation reports `fact:` for `facts:`, and pages without `pages:`. Do not report the names
  // under them as missing.
  for (const [key, names] of Object.entries(value)) {
    if (key.startsWith('/')) merged.possiblyDefined.add(normalizeRoute(key))
    if (!topLevelKeys.has(key))
      for (const name of Object.keys(asRecord(names))) merged.possiblyDefined.add(name)
  }
  for (const [route, label] of Object.entries(asRecord(value.planned))) {
    merged.possiblyDefined.add(normalizeRoute(route))
    const location: SourceLocation = { source, path: ['planned', route], target: 'key' }
    const first = merged.planned.get(route)
    if (first) reportDuplicate('route', route, location, first.location)
    else merged.planned.set(route, { label: asText(label), location })
  }
}

/** Reports readings without a value. The dated value of a reading has been chosen already. */
const checkReadings = (name: string, readings: unknown, location: SourceLocation): Problem[] =>
  Object.entries(asRecord(readings)).flatMap(([reading, entry]) => {
    if (!isRecord(entry) || (entry.value === undefined) !== (entry.values === undefined)) return []
    return [
      problemAt(
        { ...locateChild(location, 'readings', reading), target: 'key' },
        'FACT_VALUE_OR_READINGS',
        `The reading "${reading}" of the fact "${name}" must have one value.`,
        { expected: 'value, or values', found: entry.value === undefined ? 'neither' : 'both' },
      ),
    ]
  })

/** Converts a fact as written to a fact that can be cited. */
export function toLedgerFact(
  name: string,
  entry: RawFact,
  location: SourceLocation,
  problems: Problem[],
): LedgerFact {
  const named = Object.entries(asRecord(entry.readings)).filter(
    ([, reading]) => isRecord(reading) && isReadingValue(reading.value),
  )
  const readings = new Map(named as [string, Reading][])
  problems.push(...checkReadings(name, entry.readings, location))
  // Check the entry, not `readings`: validation reports readings that are invalid.
  const given = [entry.value, entry.values, entry.readings].filter((part) => part !== undefined)
  if (given.length !== 1) {
    const found = given.length > 1 ? 'both' : 'neither'
    problems.push(
      problemAt(
        location,
        'FACT_VALUE_OR_READINGS',
        `The fact "${name}" must have either a value or readings.`,
        {
          expected: 'value, or readings',
          found,
        },
      ),
    )
  }
  if (isReadingValue(entry.value) && readings.size === 0) {
    const { value, plus, translations, source, evidence } = entry
    readings.set(soleReadingName, { value, plus, translations, source, evidence })
  }
  return {
    name,
    label: asText(entry.label) || name,
    unit: typeof entry.unit === 'string' ? entry.unit : 'text',
    readings,
    settled: entry.settled,
    placeholder: entry.placeholder === true,
    claim: entry.claim === true || unitsOfClaims.has(asText(entry.unit)),
    cap: entry.cap,
    includes: entry.includes,
    measuredTo: entry.measuredTo,
    sumOf: entry.sumOf,
    articlesIn: entry.articlesIn,
    location,
  }
}
