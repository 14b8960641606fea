import { formatSuggestion } from '../../schema/validate/nearest-name.ts'
import type { FactAnswer, FactsAnswer, Quotation } from './answer-query.ts'
import {
  formatFact,
  formatPageCount,
  formatRemainder,
  groupFactsByEntry,
  maxShownRows,
} from './format-ledger.ts'
import type { FactReport } from './report-types.ts'
import { formatCount, formatFirstItems } from '../../schema/util/format-first-items.ts'
import { groupBy } from '../../schema/util/group-by.ts'
import { joinSections } from '../report/print-text.ts'

/** Formats where facts and figures are printed: each location with its sentences. */
export function formatAnswer({ query, facts, typed, related, suggestion }: FactsAnswer): string {
  const cited = facts.flatMap(({ readings }) => readings.flatMap(({ printed }) => printed))
  const all = [...cited, ...typed]
  const places = `in ${formatCount(all.length, 'place')} on ${formatPageCount(all)}`
  const sections = [
    all.length === 0 ? [] : [`${query} is printed ${places}.`],
    ...groupFactsByEntry(facts).map(formatFactAnswers),
    related.length === 0 ? [] : [`Facts that mention it:`, ...related.map(formatRelated)],
    typed.length === 0 ? [] : ['Typed into texts:', ...formatQuotations(typed)],
  ]
  if (facts.length + related.length + typed.length === 0)
    return `No fact and no text contains "${query}".${formatSuggestion(suggestion)}`
  return joinSections(sections)
}

const formatRelated = ({ name, label, readings, file, line }: FactReport) =>
  `    ${name}: ${label}, ${readings.map(({ text }) => text).join(' or ')}  ${file}:${line}`

/** Formats a fact, or the facts of the pages of a set. */
function formatFactAnswers(facts: [FactAnswer, ...FactAnswer[]]): string[] {
  const remaining = facts.length - maxShownRows
  return [
    ...facts
      .slice(0, maxShownRows)
      .flatMap((fact) => [formatFact(fact, formatQuotations), ...formatSettling(fact)]),
    ...(remaining > 0 ? [`… on ${formatCount(remaining, 'more page')} of the set`] : []),
  ]
}

/** Says how to settle a conflict, and what that changes. */
function formatSettling({ file, line, settling = [] }: FactAnswer): string[] {
  if (settling.length === 0) return []
  const choices = settling.flatMap(({ reading, routes, everyPage }) => {
    const pages = everyPage ? 'every page' : formatCount(routes.length, 'page')
    return [`    settled: ${reading}   changes ${pages}`, ...formatChangedRoutes(routes)]
  })
  return [`  To settle it, write one of these at ${file}:${line}`, ...choices]
}

/** The report for tools lists all of them. */
const maxShownRoutes = 12

function formatChangedRoutes(routes: string[]): string[] {
  if (routes.length === 0) return []
  const hint = routes.length > maxShownRoutes ? ' (all with --format json)' : ''
  return [`      ${formatFirstItems(routes, maxShownRoutes)}${hint}`]
}

/** Formats each location with its sentences. A location in the template of a set has many pages. */
function formatQuotations(printed: Quotation[]): string[] {
  const places = groupBy(printed, ({ file, line }) => `${file}:${line}`)
  return [...places.values()].flatMap((place) => {
    const [{ route, file, line }] = place
    const others = new Set(place.map((each) => each.route)).size - 1
    return [
      `    ${route ?? 'every page'}${formatRemainder(others)}  ${file}:${line}`,
      ...place.filter((each) => each.route === route).map(({ sentence }) => `      ${sentence}`),
    ]
  })
}
