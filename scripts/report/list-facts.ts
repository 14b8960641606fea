import { isDeepStrictEqual } from 'node:util'
import {
  chooseReading,
  computedReadingName,
  formatReading,
  type LedgerFact,
  soleReadingName,
  splitCitedName,
} from '../../schema/facts/facts.ts'
import { indexCitations } from '../../schema/resolve/index-citations.ts'
import { listAllFindings, type ResolvedSite } from '../../schema/resolve/resolve-site.ts'
import type { PageSummary } from '../../schema/resolve/page-summary.ts'
import type { WholeSite } from '../prerender/run/inspect-site.ts'
import type { Findings } from '../../schema/resolve/text/findings.ts'
import { isInConflict } from '../../schema/rules/ledger/conflicts.ts'
import { CellSource } from '../../schema/sets/add-fact-tables.ts'
import { type FileLine, type SourceLocation, toFileLine } from '../../schema/problems/location.ts'
import type { Evidence } from '../../schema/types.gen.ts'
import { formatCount } from '../../schema/util/format-first-items.ts'
import { addToGroup, type Groups } from '../../schema/util/group-by.ts'
import { asRecord, getAt } from '../../schema/util/records.ts'
import type { ValuePlace } from '../edit/source-address.ts'
import type { JsonValue } from '../edit/yaml-operations.ts'
import { findWrongSum } from '../../schema/facts/sums.ts'

/** A fact as every list shows it. */
export type FactListing = {
  name: string
  label: string
  unit: string
  address: ValuePlace
  /** What `${name}` prints. */
  text: string
  /** The reading that `${name}` prints. */
  used: string
  readings: FactReading[]
  /** Routes of the pages that print one of its readings. */
  pages: string[]
  /** Whether its readings differ, and none is settled. */
  hasConflict: boolean
  /** Whether every page prints the reading that was settled. */
  isSettled?: true
  /** The cell with its value. Its own `address` is that of the table. */
  cell?: FileLine & { address: ValuePlace }
  /** If it prints what other facts add up to: their names, and those of what is taken away. */
  computedFrom?: { added: string[]; minus: string[] }
  /**
   * What its parts add up to, if it prints something else.
   * @property reading the one that it prints
   * @property parts names of facts
   */
  sum?: { reading: string; parts: string[]; value: JsonValue; text: string }
}

/**
 * @property saved its value on disk, if it has another one now
 * @property pages routes of the pages that print this reading
 * @property isShared whether the header or the footer prints it, and so every page
 * @property isDated whether it has several values, each for some days
 */
export type FactReading = {
  name: string
  text: string
  value: JsonValue
  saved?: JsonValue
  source?: string
  evidence?: Evidence
  address: ValuePlace
  pages: string[]
  isShared?: true
  isDated?: true
}

/** The ledger, and the readings that each page prints. */
type PrintedFacts = {
  resolved: Pick<ResolvedSite, 'context' | 'shellFindings'>
  pages: Pick<PageSummary, 'route' | 'citations'>[]
}

/**
 * Lists every fact of the ledger, with what it prints and where.
 * @param saved facts as they are on disk, by name, of the files with unsaved changes
 */
export function listFacts(
  { resolved: { context, shellFindings }, pages }: PrintedFacts,
  saved: Map<string, unknown> = new Map(),
): FactListing[] {
  const { facts, language } = context
  const routes = indexCitations(pages)
  const shared = new Set(shellFindings.citations.map(({ fact, reading }) => `${fact}.${reading}`))
  const listed = [...facts.values()].filter(({ table }) => !table)
  return listed.map((fact) => {
    const { source, path } = (facts.get(fact.tableName ?? '') ?? fact).location
    const item = describeFact(fact, language, {
      address: { file: source.file, path },
      findPages: (reading) => routes.get(`${fact.name}.${reading}`) ?? [],
      isShared: (reading) => shared.has(`${fact.name}.${reading}`),
      saved: saved.get(fact.name),
      written: getAt(source.value, path),
      ledger: facts,
    })
    return {
      ...item,
      ...(fact.location.source instanceof CellSource && {
        cell: { ...toFileLine(fact.location), address: locateCell(fact.location.source) },
      }),
    }
  })
}

export const locateCell = ({ file, table, row, column }: CellSource): ValuePlace => ({
  file,
  path: table.findPath(row, column),
})

/**
 * @property address where the fact is written
 * @property findPages the routes of the pages that print a reading
 * @property isShared whether the header or the footer prints a reading
 * @property saved the fact as it is on disk, if its file has unsaved changes
 * @property written the fact as written
 * @property ledger has the parts of a sum
 */
type FactContext = {
  address: ValuePlace
  findPages: (reading: string) => string[]
  isShared?: (reading: string) => boolean
  saved?: unknown
  written?: unknown
  ledger?: Map<string, LedgerFact>
}

/** Describes a fact of the ledger, or of a single page. */
export function describeFact(
  fact: LedgerFact,
  language: string,
  {
    address,
    findPages,
    isShared = () => false,
    saved,
    written: entry,
    ledger = new Map(),
  }: FactContext,
): FactListing {
  const { name, label, unit, readings } = fact
  const used = chooseReading(fact) ?? soleReadingName
  const described = [...readings].map(([reading, written]) => {
    const path = reading === soleReadingName ? [] : ['readings', reading]
    const value = asRecord(getAt(saved, path)).value as JsonValue | undefined
    const isChanged = value !== undefined && !isDeepStrictEqual(value, written.value)
    const isDated = asRecord(getAt(entry, path)).values !== undefined
    return {
      name: reading,
      text: formatReading(fact, written, language).text,
      value: written.value as JsonValue,
      ...(isChanged && { saved: value }),
      ...(written.source !== undefined && { source: written.source }),
      ...(written.evidence !== undefined && { evidence: written.evidence }),
      address: { ...address, path: [...address.path, ...path] },
      pages: findPages(reading),
      ...(isShared(reading) && { isShared: true as const }),
      ...(isDated && { isDated: true as const }),
    }
  })
  const wrong = findWrongSum(fact, ledger)
  const { sumOf, minus = [] } = fact
  const isWritten = asRecord(asRecord(entry).readings).computed !== undefined
  const toNames = (parts: string[]) => parts.map((part) => splitCitedName(part).name)
  return {
    name,
    label,
    unit,
    address,
    text: described.find((each) => each.name === used)?.text ?? '',
    used,
    readings: described,
    pages: [...new Set(described.flatMap(({ pages }) => pages))],
    hasConflict: isInConflict(fact, language),
    ...(fact.settled !== undefined && { isSettled: true as const }),
    ...(sumOf &&
      used === computedReadingName &&
      !isWritten && { computedFrom: { added: toNames(sumOf), minus: toNames(minus) } }),
    ...(wrong && {
      sum: {
        reading: wrong.reading,
        parts: toNames([...sumOf!, ...minus]),
        value: wrong.sum,
        text: formatReading(
          fact,
          { ...fact.readings.get(wrong.reading), value: wrong.sum },
          language,
        ).text,
      },
    }),
  }
}

/**
 * A place in a file that prints something. `route` is undefined for the header, the footer and the
 * settings.
 */
export type PrintLocation = FileLine & { route?: string }

/** A citation of a reading. */
type CitedReading = { route?: string; location: SourceLocation }

/** Groups all citations of a site by `getReadingKey`. */
export function groupCitations(resolved: WholeSite): Map<string, CitedReading[]> {
  const groups: Groups<string, CitedReading> = new Map()
  for (const { route, findings } of listAllFindings(resolved)) {
    const own = route === undefined ? undefined : resolved.site.pages.get(route)?.facts
    for (const { fact, reading, location } of findings.citations) {
      const key = getReadingKey(fact, reading, own?.has(fact) ? route : undefined)
      addToGroup(groups, key, { route, location })
    }
  }
  return groups
}

/**
 * Includes the route for facts of single pages, because pages of a set have facts of equal names.
 */
export const getReadingKey = (fact: string, reading: string, route = '') =>
  `${route} ${fact}.${reading}`

/**
 * The line is found when somebody asks for it, because that parses the entry again, and a worksheet
 * names only pages.
 * @param needle narrows the location to this part of a text with several lines
 */
export function toPrintLocation(
  location: SourceLocation,
  route?: string,
  needle?: string,
): PrintLocation {
  let found: FileLine | undefined
  const locate = () => (found ??= toFileLine(location, needle))
  return {
    route,
    get file() {
      return locate().file
    },
    get line() {
      return locate().line
    },
  }
}

/** Text in the header, the footer or a setting has no route. */
export function formatPageCount(printed: PrintLocation[]): string {
  const routes = new Set(printed.map(({ route }) => route))
  return routes.has(undefined) ? 'every page' : formatCount(routes.size, 'page')
}

/** A reading that a page prints, with each line that cites it. */
export type PrintedReading = { name: string; reading: string; text: string; places: FileLine[] }

/** Lists the readings that a page prints. */
export function listPrintedReadings(
  { site, context }: ResolvedSite,
  { route, findings }: { route: string; findings: Pick<Findings, 'citations'> },
): PrintedReading[] {
  const own = site.pages.get(route)?.facts
  const found = new Map<string, PrintedReading>()
  for (const { fact: name, reading, location } of findings.citations) {
    const fact = own?.get(name) ?? context.facts.get(name)
    const value = fact?.readings.get(reading)
    if (!fact || !value) continue
    const key = `${name}.${reading}`
    const { text } = formatReading(fact, value, context.language)
    const cited = found.get(key) ?? { name, reading, text, places: [] }
    cited.places.push(toFileLine(location, name))
    found.set(key, cited)
  }
  return [...found.values()]
}
