import type { LedgerFact } from '../facts/facts.ts'
import { reportDuplicates, type Duplicate } from './report-duplicates.ts'
import { toLedgerFact } from '../facts/to-ledger-fact.ts'
import type { Reviews } from '../reviews/review.ts'
import { addStatements, type WrittenStatements } from '../statements/site-statements.ts'
import { chooseValue } from '../days/choose-value.ts'
import type { DatedPart, Moment } from '../days/moment.ts'
import { asText } from '../util/as-text.ts'
import { asList, asRecord, type UnknownRecord, isRecord } from '../util/records.ts'
import type { Approval } from '../types.gen.ts'
import type { SourceFile, SourceLocation } from '../problems/location.ts'
import { checkSpecVersion } from '../validate/spec-version.ts'
import { problemAt, problemInFile, type Problem, type ParsedFile } from '../problems/problem.ts'
import { findNearestName } from '../validate/nearest-name.ts'

/** A page as its entry says it, before it is resolved. */
export type Page = {
  route: string
  raw: UnknownRecord
  /** With what is hidden, if anything can be. */
  whole?: UnknownRecord
  location: SourceLocation
  /** Facts defined only on this page, from the row of a set. */
  facts?: Map<string, LedgerFact>
  /**
   * Only for a page of a set: the cells in its route, such as its town, which similarity ignores.
   */
  routeValues?: string[]
  /** The setting that the page is made from, if it has no entry. */
  special?: 'planned' | 'notFound'
}

/**
 * A site as its files say it, before it is resolved. If two files define the same name, the first
 * one counts.
 */
export type Site = {
  main: SourceFile
  settings: UnknownRecord
  navigation: UnknownRecord
  facts: Map<string, LedgerFact>
  pages: Map<string, Page>
  /** Pages that are written, but not shown, such as drafts. */
  hidden: Map<string, Page>
  /** Everything that has days, except blocks of pages in files: summaries of pages have those. */
  dated: DatedPart[]
  planned: Map<string, { label: string; location: SourceLocation }>
  statements: WrittenStatements
  /** What people have answered about values, oldest first. */
  approvals: Approval[]
  /** The first file that has some. */
  approvalFile?: string
  /** What people have said about pages, oldest first. */
  comments: { entry: UnknownRecord; location: SourceLocation }[]
  /** Undefined if the settings name no file of reviews, or one that cannot be read. */
  reviews?: Reviews
  /** Names that an invalid file or entry may define. They are not reported as missing. */
  possiblyDefined: Set<string>
  problems: Problem[]
}

/**
 * Lists the facts of the ledger, then those of rows, each with the page that it belongs to. Those of
 * a set with a name are in the ledger.
 */
export const listAllFacts = ({
  facts,
  pages,
}: Pick<Site, 'facts' | 'pages'>): { fact: LedgerFact; page?: string }[] => [
  ...[...facts.values()].map((fact) => ({ fact })),
  ...[...pages.values()].flatMap(({ route: page, facts: own }) =>
    [...(own?.values() ?? [])].flatMap((fact) =>
      fact.tableName === undefined ? { fact, page } : [],
    ),
  ),
]

/**
 * Merges the files of a site, reporting duplicates and misplaced or missing settings.
 * @param sources at least one file, pages.yaml first
 * @param moment which values of facts count
 * @throws Error if there are no sources
 */
export function mergeSources(sources: ParsedFile[], moment: Moment): Site {
  const [main] = sources
  if (!main) throw new Error('mergeSources needs at least one file')
  const top = asRecord(main.value)
  const site: Site = {
    main,
    settings: asRecord(top.site),
    navigation: asRecord(top.navigation),
    facts: new Map(),
    pages: new Map(),
    hidden: new Map(),
    dated: [],
    planned: new Map(),
    statements: { require: [], forbid: [], compare: [] },
    approvals: [],
    comments: [],
    possiblyDefined: new Set(sources.flatMap(({ possibleNames }) => possibleNames)),
    problems: checkRequiredSections(sources),
  }
  const duplicates: Duplicate[] = []
  for (const source of sources) mergeSource(site, source, moment, duplicates)
  site.problems.push(...reportDuplicates(duplicates))
  return site
}

const normalizeRoute = (route: string) => `/${route.toLowerCase().replace(/^\/+|\/+$/g, '')}`

function mergeSource(
  site: Site,
  source: SourceFile,
  moment: Moment,
  duplicates: Duplicate[],
): void {
  const value = asRecord(source.value)
  for (const [route, raw] of Object.entries(asRecord(value.pages))) {
    const location: SourceLocation = { source, path: ['pages', route], target: 'key' }
    const first = site.pages.get(route)
    if (first) duplicates.push({ kind: 'route', name: route, location, first: first.location })
    // Validation reports a set among the pages.
    else if (!route.includes('{')) site.pages.set(route, { route, raw: asRecord(raw), location })
    // An invalid route, such as one with an extra slash, is reported once, not for each link to it.
    site.possiblyDefined.add(normalizeRoute(route))
  }
  for (const [name, entry] of Object.entries(asRecord(value.facts))) {
    const location: SourceLocation = { source, path: ['facts', name], target: 'key' }
    const first = site.facts.get(name)
    if (first) duplicates.push({ kind: 'fact', name, location, first: first.location })
    // Validation reports pages among the facts.
    else if (name.startsWith('/')) site.possiblyDefined.add(normalizeRoute(name))
    else {
      const written = { entry: asRecord(entry), location }
      const fact = chooseValue(name, written, moment)
      site.dated.push(...fact.parts)
      site.problems.push(...fact.problems)
      site.facts.set(name, toLedgerFact(name, fact.entry, fact.location, site.problems))
    }
    // An invalid name, such as one with a capital, is reported once, not for each citation.
    site.possiblyDefined.add(name.toLowerCase().replace(/[\s_]+/g, '-'))
  }
  addStatements(site.statements, source)
  if (Array.isArray(value.approvals)) {
    site.approvals.push(...value.approvals.filter(isApproval))
    site.approvalFile ??= source.file
  }
  for (const [index, entry] of asList(value.comments).entries())
    site.comments.push({
      entry: asRecord(entry),
      location: { source, path: ['comments', index], target: 'value' },
    })
  // Validation reports `fact:` for `facts:`, and pages without `pages:`. Do not report the names
  // under them as missing.
  for (const [key, names] of Object.entries(value)) {
    if (key.startsWith('/')) site.possiblyDefined.add(normalizeRoute(key))
    if (!topLevelKeys.has(key))
      for (const name of Object.keys(asRecord(names))) site.possiblyDefined.add(name)
  }
  for (const [route, label] of Object.entries(asRecord(value.planned))) {
    site.possiblyDefined.add(normalizeRoute(route))
    const location: SourceLocation = { source, path: ['planned', route], target: 'key' }
    const first = site.planned.get(route)
    if (first) duplicates.push({ kind: 'route', name: route, location, first: first.location })
    else site.planned.set(route, { label: asText(label), location })
  }
}

/** Whether an entry can count as an answer. Validation reports what it lacks. */
const isApproval = (entry: unknown): entry is Approval =>
  isRecord(entry) &&
  ['hash', 'as', 'by', 'on'].every((name) => typeof entry[name] === 'string') &&
  (entry.answer === 'accepted' || entry.answer === 'rejected')

/** What a file may define. */
const topLevelKeys = new Set([
  'spec',
  'site',
  'navigation',
  'facts',
  'statements',
  'approvals',
  'comments',
  'pages',
  'planned',
  'sets',
  'include',
])

/** Reports settings and menus that are missing, or not in the first file. */
function checkRequiredSections([main, ...parts]: SourceFile[]): Problem[] {
  const problems: Problem[] = []
  problems.push(...checkSpecVersion(main))
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
