import type { Page } from '../../schema/merge/merge-sources.ts'
import { splitCitedName } from '../../schema/facts/facts.ts'
import { findNearestName } from '../../schema/validate/nearest-name.ts'
import { walkTexts } from '../../schema/validate/walk-schema.ts'
import { getReadingKey, groupCitations, toPrintLocation, type PrintLocation } from './list-facts.ts'
import { listLedger, type JudgedFact, type JudgedReading } from './list-ledger.ts'
import type { TextRange } from '../../schema/source/syntax/suspects.ts'
import { createTextReader, type TextReader } from './quote-sentences.ts'
import { escapePattern } from '../../schema/util/escape-pattern.ts'
import type { WholeSite } from '../prerender/run/inspect-site.ts'
import { formatFileLine } from '../../schema/problems/location.ts'

/** A place that prints a figure, with what a visitor reads there. */
export type Quotation = PrintLocation & { sentence: string }

export type FoundFact = Omit<JudgedFact, 'readings'> & {
  readings: (Omit<JudgedReading, 'printed'> & { printed: Quotation[] })[]
  /** For each reading of a fact in conflict, the pages that change if it is settled. */
  settling?: Settlement[]
}

/** @property everyPage whether the header, the footer or a setting changes */
type Settlement = { reading: string; routes: string[]; everyPage: boolean }

export type FoundFacts = {
  query: string
  /** The requested facts, each with its requested readings. */
  facts: FoundFact[]
  /** Places where a text contains the query itself, instead of citing a fact. */
  typed: Quotation[]
  /** Further facts whose name or label contains the query. */
  related: JudgedFact[]
  suggestion?: string
}

/**
 * Answers where a fact or a figure is printed.
 * @param query the name of a fact, `name.reading`, or a figure or phrase such as `2-4 hours`
 * @param today see `listLedger`
 */
export function findFigures(resolved: WholeSite, query: string, today: string): FoundFacts {
  const { facts } = listLedger(resolved, today)
  const whole = query.trim()
  const isWhole = facts.some((fact) => fact.name === whole)
  const { name, reading } = isWhole ? { name: whole } : splitCitedName(whole)
  // A table, or one of its rows, names all of its facts.
  const inTable = facts.filter((fact) => fact.name.startsWith(`${whole}.`))
  const named = inTable.length > 0 ? inTable : facts.filter((fact) => fact.name === name)
  const texts = createTextReader(resolved)
  const quoteFact = createFactQuoter(resolved, texts)
  const pick = (picked: JudgedFact[], isPicked: (reading: JudgedReading) => boolean) =>
    picked
      .map((fact) => ({ ...fact, readings: fact.readings.filter(isPicked) }))
      .filter(({ readings }) => readings.length > 0)
      .map(quoteFact)
  if (named.length > 0)
    return {
      query,
      facts: pick(
        named,
        (each) => inTable.length > 0 || reading === undefined || each.name === reading,
      ),
      typed: [],
      related: [],
    }
  const findMatches = createFigureMatcher(query)
  const found = pick(facts, ({ text }) => findMatches(text).length > 0)
  const typed = findUncitedMatches(resolved, texts, findMatches)
  const word = query.trim().toLowerCase()
  const related = facts.filter(
    (fact) =>
      !found.some((other) => other.name === fact.name) &&
      (fact.name.includes(word) || fact.label.toLowerCase().includes(word)),
  )
  if (found.length + typed.length + related.length > 0)
    return { query, facts: found, typed, related }
  const suggestion = findNearestName(
    name,
    facts.map((fact) => fact.name),
  )
  return {
    query,
    facts: [],
    typed: [],
    related: [],
    ...(suggestion !== undefined && { suggestion }),
  }
}

/** @returns a function that adds the sentences to the readings of a fact. */
function createFactQuoter(resolved: WholeSite, texts: TextReader): (fact: JudgedFact) => FoundFact {
  const { site, context } = resolved
  const citations = groupCitations(resolved)
  return (report) => {
    const { name, own } = report
    const fact = site.pages.get(own?.route ?? '')?.facts?.get(name) ?? context.facts.get(name)!
    const readings = report.readings.map((each) => {
      const cited = citations.get(getReadingKey(name, each.name, own?.route)) ?? []
      const printed = cited.flatMap(({ route, location }): Quotation[] => {
        const quoted = texts.quoteReading(fact, each.name, location, route)
        // A property that holds nothing but the figure, such as the price of a service.
        const property = `${location.path.findLast((step) => typeof step === 'string')}: ${each.text}`
        if (quoted.length === 0)
          return [{ ...toPrintLocation(location, route), sentence: property }]
        return quoted.map(({ sentence, needle }) => ({
          ...toPrintLocation(location, route, needle),
          sentence: sentence === each.text ? property : sentence,
        }))
      })
      return { ...each, printed: removeRepeated(printed) }
    })
    const settling =
      report.hasConflict && readings.length > 1 ? listSettlements(readings) : undefined
    return { ...report, readings, ...(settling && { settling }) }
  }
}

const listSettlements = (readings: FoundFact['readings']): Settlement[] =>
  readings.map(({ name: reading, text }) => {
    const changed = readings.filter((other) => other.text !== text)
    const routes = new Set(changed.flatMap(({ printed }) => printed.map(({ route }) => route)))
    const named = [...routes].flatMap((route) => route ?? []).sort()
    return { reading, routes: named, everyPage: routes.has(undefined) }
  })

/** Finds a figure in the texts of all pages, apart from their citations. */
function findUncitedMatches(
  { site, schema, plannedPages, notFoundEntry }: WholeSite,
  texts: TextReader,
  findMatches: ReturnType<typeof createFigureMatcher>,
): Quotation[] {
  const found: Quotation[] = []
  const search = (
    definition: string,
    value: unknown,
    { source, path: start }: Page['location'],
    route?: string,
  ) =>
    walkTexts(schema, definition, value, start, (text, path) => {
      const ranges = findMatches(hideCitations(text))
      for (const { sentence, needle } of texts.quoteRanges(text, ranges, route))
        found.push({ ...toPrintLocation({ source, path }, route, needle), sentence })
    })
  const { main, settings, navigation } = site
  const { notFound, planned, ...shared } = settings
  search('site', shared, { source: main, path: ['site'] })
  search('navigation', navigation, { source: main, path: ['navigation'] })
  for (const entry of [...site.pages.values(), ...plannedPages.slice(0, 1)])
    search('page', entry.raw, entry.location, entry.route)
  if (notFoundEntry) search('page', notFoundEntry.raw, notFoundEntry.location, notFoundEntry.route)
  return removeRepeated(found)
}

/** Replaces citations and the destinations of links, keeping the offsets of everything else. */
const hideCitations = (text: string): string =>
  text
    .replace(/\$\{[^}\n]*\}/g, (citation) => '\uFFFC'.repeat(citation.length))
    .replace(/\]\([^)]*\)/g, (link) => `]${'\uFFFC'.repeat(link.length - 1)}`)

function removeRepeated(quotations: Quotation[]): Quotation[] {
  const unique = new Map(
    quotations.map((each) => [`${each.route} ${formatFileLine(each)} ${each.sentence}`, each]),
  )
  return [...unique.values()]
}

/**
 * Finds a figure or a phrase in texts, however its dashes, spaces and thousands are written: the
 * query `2-4 hours` finds "2 – 4 hours", and `25` finds "$25" but not "250" or "2.25".
 * @returns a function that lists all matches in a text
 */
export function createFigureMatcher(query: string): (text: string) => TextRange[] {
  const pattern = new RegExp(
    `(?<![\\p{L}\\d]|\\d[.,:])${toPattern(query)}(?![\\p{L}\\d]|[.,:]\\d)`,
    'giu',
  )
  return (text) =>
    [...text.matchAll(pattern)].map(({ index, 0: { length } }) => [index, index + length])
}

const dashes = '[-\u2010-\u2015\u2212]'
const rangePattern = new RegExp(`\\s*${dashes}\\s*|(?<=\\d)\\s+to\\s+(?=\\d)`, 'gu')

const toPattern = (query: string): string =>
  query
    .trim()
    .replace(/(?<=\d),(?=\d{3}\b)/g, '')
    .split(rangePattern)
    .map(toPhrasePattern)
    .join(`(?:\\s*${dashes}\\s*|\\s+to\\s+)`)

const toPhrasePattern = (phrase: string): string =>
  phrase
    .split(/\s+/)
    .map((word) => escapePattern(word).replace(/\d{4,}/g, allowThousands))
    // Matches "2 hours" and "2h", but never joins two words.
    .reduce((all, word) => `${all}${/\d$/.test(all) ? '\\s*' : '\\s+'}${word}`)

/** 25000 finds 25,000. */
const allowThousands = (digits: string) =>
  digits.replace(/\B(?=(\d{3})+$)/g, '[,.\u2019\u00a0\u202f]?')
