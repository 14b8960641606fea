import { hasReadingName } from './describe-ledger.ts'
import type { PrintLocation } from '../report/list-facts.ts'
import type { EvidenceState } from '../../schema/rules/ledger/evidence.ts'
import type { FactReport, LedgerReport, ReadingReport } from './report-types.ts'
import { formatLedgerSummary } from './summarize-ledger.ts'
import { formatCount } from '../../schema/util/format-first-items.ts'
import { groupBy } from '../../schema/util/group-by.ts'
import type { Line, Section } from '../report/section.ts'

/** Lays out the ledger: a summary, every fact, contradictions, and uncited figures. */
export function formatLedger({ summary, facts, tariff, uncited }: LedgerReport): Section[] {
  const conflicts = facts.filter(({ conflict }) => conflict)
  const settled = facts.filter((fact) => fact.settled !== undefined)
  const unused = facts.filter(({ readings }) =>
    readings.every(({ printed }) => printed.length === 0),
  )
  return [
    { lines: formatLedgerSummary(summary) },
    ...facts.filter(({ own }) => !own).map((fact) => ({ lines: [formatFact(fact)] })),
    ...groupFactsByEntry(facts.filter(({ own }) => own)).map((group) => ({
      lines: [formatRowFacts(group)],
    })),
    formatSection(
      'Unsettled conflicts',
      conflicts.map(
        ({ name, readings }) =>
          `${name}: ${readings.map(({ reading, text }) => `${text} (${reading})`).join(', ')}`,
      ),
    ),
    formatSection('Evidence that has expired', facts.flatMap(listEvidence('expired'))),
    formatSection('Evidence that expires within 30 days', facts.flatMap(listEvidence('expiring'))),
    formatSection('Claims without evidence', facts.flatMap(listEvidence('missing'))),
    formatSection(
      'Settled',
      settled.map(({ name, settled: reading }) => `${name}: ${reading}`),
    ),
    formatSection(
      'Distances, compared with the great circle from the business',
      facts.flatMap(formatFactDistance),
    ),
    formatSection('Sums, compared with their parts', facts.flatMap(formatFactSum)),
    formatSection('Prices, compared with the legal maximum fee of the act', formatCaps(facts)),
    formatSection(
      'Totals that pages promise, and the tariff contradicts',
      (tariff?.questions ?? []).map(
        ({ label, total, promised, file, line }) =>
          `${label}: ${total.text}, but ${promised.map(({ name, text }) => `${name} says ${text}`).join(', ')}  ${file}:${line}`,
      ),
    ),
    formatSection(
      'Towns whose fee is not the price of their distance',
      (tariff?.towns ?? []).map(
        ({ town, fee, byDistance }) => `${town}: ${fee}, by distance ${byDistance}`,
      ),
    ),
    formatSection(
      'Facts that no page prints',
      groupFactsByEntry(unused).map(
        ([{ name, file, line, own }, ...more]) =>
          `${name} (${file}:${line})${own ? ` on ${own.route}${formatRemainder(more.length)}` : ''}`,
      ),
    ),
    formatSection(
      'Figures that do not cite a fact',
      formatLocations(uncited, ({ figure }) => `${figure}  `),
    ),
  ].filter(({ lines }) => lines.length > 0)
}

/**
 * Formats a fact with its readings.
 * @param formatPrinted formats the places that print a reading
 */
export function formatFact<F extends FactReport>(
  fact: F,
  formatPrinted: (printed: F['readings'][number]['printed']) => string[] = formatPlaces,
): Line {
  const { name, label, unit, file, line, conflict, settled, claim, placeholder } = fact
  const readings: F['readings'] = fact.readings
  const marks = [
    conflict && 'conflict',
    settled && `settled: ${settled}`,
    claim && 'claim',
    placeholder && 'placeholder',
  ].filter(Boolean)
  const details = readings.flatMap(
    ({ reading, text, source, evidence, evidenceState, printed }) => [
      `${formatReadingName({ reading, text })}${source ? `  (${source})` : ''}`,
      ...(evidence || evidenceState
        ? [`  evidence: ${formatEvidence({ evidence, evidenceState })}`]
        : []),
      ...(printed.length === 0 ? ['not printed'] : formatPrinted(printed)).map(
        (place) => `  ${place}`,
      ),
    ],
  )
  return {
    text: `${name}: ${label}, ${unit}${marks.length > 0 ? ` [${marks.join(', ')}]` : ''}  ${file}:${line}`,
    details,
  }
}

const formatReadingName = ({ reading, text }: Pick<ReadingReport, 'reading' | 'text'>) =>
  `${hasReadingName(reading) ? `${reading}: ` : ''}${text}`

/** Formats what a reading rests on, in one line. */
export function formatEvidence({
  evidence,
  evidenceState,
}: Pick<ReadingReport, 'evidence' | 'evidenceState'>): string {
  if (!evidence) return 'none'
  const { source, url, checked, until } = evidence
  const end = until === undefined ? '' : `, counts until ${until}`
  const state = evidenceState === 'expired' ? '  EXPIRED' : ''
  return `${source}${url ? `, ${url}` : ''}, checked ${checked}${end}${state}`
}

const listEvidence =
  (state: EvidenceState) =>
  ({ name, readings, file, line }: FactReport): string[] =>
    readings
      .filter(({ evidenceState }) => evidenceState === state)
      .map(
        (reading) =>
          `${name}, ${formatReadingName(reading)}${reading.evidence?.until ? `, until ${reading.evidence.until}` : ''}  ${file}:${line}`,
      )

const formatPlaces = (printed: PrintLocation[]) => formatLocations(printed, () => '')

/** Text in the header, the footer or a setting has no route. */
export function formatPageCount(printed: PrintLocation[]): string {
  const routes = new Set(printed.map(({ route }) => route))
  return routes.has(undefined) ? 'every page' : formatCount(routes.size, 'page')
}

export const formatRemainder = (count: number) =>
  count === 0 ? '' : ` and ${formatCount(count, 'more page')}`

/**
 * Formats one line for each location in a file. A location in the template of a set has many pages.
 * @param describe Formats what precedes the location.
 */
function formatLocations<P extends PrintLocation>(
  printed: P[],
  describe: (printed: P) => string,
): string[] {
  const groups = groupBy(
    printed,
    (location) => `${describe(location)}${location.file}:${location.line}`,
  )
  return [...groups.values()].map(([first, ...more]) => {
    const others =
      new Set(more.map(({ route }) => route)).size -
      (more.some(({ route }) => route === first.route) ? 1 : 0)
    return `${describe(first)}${first.route ?? 'every page'}${formatRemainder(others)}  ${first.file}:${first.line}`
  })
}

/** Groups the facts that come from the same entry of a set. */
export const groupFactsByEntry = <F extends FactReport>(facts: F[]) => [
  ...groupBy(facts, ({ name, file, line }) => `${name} ${file}:${line}`).values(),
]

export const maxShownRows = 5

function formatRowFacts(facts: [FactReport, ...FactReport[]]): Line {
  const [{ name, unit, file, line }] = facts
  const rows = facts
    .slice(0, maxShownRows)
    .map(
      ({ readings, own }) =>
        `${readings.map(({ text }) => text).join(', ')}  ${own!.route}  ${own!.file}:${own!.line}`,
    )
  const remaining = facts.length - rows.length
  return {
    text: `${name}: a fact of ${facts.length === 1 ? '1 page' : `each of ${facts.length} pages`}, ${unit}  ${file}:${line}`,
    details: [...rows, ...(remaining > 0 ? [`… ${remaining} more`] : [])],
  }
}

const formatFactDistance = ({ name, own, distance }: FactReport) =>
  // Facts of rows are listed only if they differ, because there may be many.
  distance && (!own || distance.differs)
    ? [
        `${name}${own ? ` on ${own.route} (${own.file}:${own.line})` : ''}: stated ${distance.stated}, computed ${distance.computed}${distance.differs ? '  differs; the page prints the stated one' : ''}`,
      ]
    : []

const formatFactSum = ({ name, sum }: FactReport) =>
  sum
    ? [
        `${name}: stated ${sum.stated}, its parts ${sum.computed}${sum.differs ? '  differs; the page prints the stated one' : ''}`,
      ]
    : []

/** Formats each legal maximum, with the prices that are compared with it. */
const formatCaps = (facts: FactReport[]): string[] =>
  [
    ...groupBy(
      facts.filter(({ cap }) => cap),
      ({ cap }) => cap!.fact,
    ).values(),
  ].flatMap((group) => {
    const { fact, limit, basis } = group[0].cap!
    return [`At most ${limit} (${fact}, ${basis}):`, ...group.map(formatFactCap)]
  })

function formatFactCap({ name, readings, cap }: FactReport): string {
  const { above, includes } = cap!
  const prices = readings.map(({ text }) => text).join(', ')
  const included = includes ? `; it also includes ${includes}` : ''
  const note =
    above.length > 0 && !includes
      ? '  NOTE: above the cap, without a note of what else it includes'
      : ''
  return `  ${name}: ${prices}${included}${note}`
}

const formatSection = (heading: string, lines: string[]) => ({
  heading: `# ${heading}`,
  lines: lines.map((text): Line => ({ text })),
})
