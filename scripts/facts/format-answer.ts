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
import type { Line, Section } from '../report/section.ts'

/** Lays out where facts and figures are printed: each location with its sentences. */
export function formatAnswer(answer: FactsAnswer): Section[] {
  const { query, facts, typed, related, suggestion } = answer
  const cited = facts.flatMap(({ readings }) => readings.flatMap(({ printed }) => printed))
  const all = [...cited, ...typed]
  const places = `in ${formatCount(all.length, 'place')} on ${formatPageCount(all)}`
  if (facts.length + related.length + typed.length === 0)
    return say(`No fact and no text contains "${query}".${formatSuggestion(suggestion)}`)
  return [
    ...(all.length === 0 ? [] : say(`${query} is printed ${places}.`)),
    ...groupFactsByEntry(facts).map((group) => ({ lines: formatFactAnswers(group) })),
    ...(related.length === 0 ? [] : say('Facts that mention it:', related.map(formatRelated))),
    ...(typed.length === 0 ? [] : say('Typed into texts:', indent(formatQuotations(typed)))),
  ]
}

const say = (text: string, details?: string[]): Section[] => [
  { lines: [{ text, ...(details && { details }) }] },
]

const indent = (lines: string[]) => lines.map((line) => `  ${line}`)

const formatRelated = ({ name, label, readings, file, line }: FactReport) =>
  `  ${name}: ${label}, ${readings.map(({ text }) => text).join(' or ')}  ${file}:${line}`

/** Formats a fact, or the facts of the pages of a set. */
function formatFactAnswers(facts: [FactAnswer, ...FactAnswer[]]): Line[] {
  const remaining = facts.length - maxShownRows
  return [
    ...facts.slice(0, maxShownRows).map((fact) => {
      const { text, details = [] } = formatFact(fact, formatQuotations)
      return { text, details: [...details, ...formatSettling(fact)] }
    }),
    ...(remaining > 0 ? [{ text: `… on ${formatCount(remaining, 'more page')} of the set` }] : []),
  ]
}

/** Says how to settle a conflict, and what that changes. */
function formatSettling({ file, line, settling = [] }: FactAnswer): string[] {
  if (settling.length === 0) return []
  const choices = settling.flatMap(({ reading, routes, everyPage }) => {
    const pages = everyPage ? 'every page' : formatCount(routes.length, 'page')
    return [`  settled: ${reading}   changes ${pages}`, ...formatChangedRoutes(routes)]
  })
  return [`To settle it, write one of these at ${file}:${line}`, ...choices]
}

/** The report for tools lists all of them. */
const maxShownRoutes = 12

function formatChangedRoutes(routes: string[]): string[] {
  if (routes.length === 0) return []
  const hint = routes.length > maxShownRoutes ? ' (all with --format json)' : ''
  return [`    ${formatFirstItems(routes, maxShownRoutes)}${hint}`]
}

/** Formats each location with its sentences. A location in the template of a set has many pages. */
function formatQuotations(printed: Quotation[]): string[] {
  const places = groupBy(printed, ({ file, line }) => `${file}:${line}`)
  return [...places.values()].flatMap((place) => {
    const [{ route, file, line }] = place
    const others = new Set(place.map((each) => each.route)).size - 1
    return [
      `${route ?? 'every page'}${formatRemainder(others)}  ${file}:${line}`,
      ...place.filter((each) => each.route === route).map(({ sentence }) => `  ${sentence}`),
    ]
  })
}
