import { soleReadingName } from '../../schema/facts/facts.ts'
import { formatCount, formatFirstItems } from '../../schema/util/format-first-items.ts'
import { groupBy } from '../../schema/util/group-by.ts'
import { formatSuggestion } from '../../schema/validate/nearest-name.ts'
import { formatCommand } from '../launch/commands.mjs'
import type { FoundFact, FoundFacts, Quotation } from './find-figures.ts'
import { formatPageCount, type PrintLocation } from './list-facts.ts'
import { isPrinted, type JudgedFact, type JudgedReading, type Ledger } from './list-ledger.ts'
import { topics, type Question } from './questions.ts'
import type { Line, ReportSection } from './section.ts'
import { formatFileLine } from '../../schema/problems/location.ts'

/** A figure of the summary. */
type LedgerCount = { label: string; count: number; explanation: string }

/** Counts what an owner has to decide or to correct. */
export function summarizeLedger({ facts, uncited }: Ledger): LedgerCount[] {
  const isIn = (state: JudgedReading['evidenceState']) => (reading: JudgedReading) =>
    reading.evidenceState === state
  const listIn = (state: JudgedReading['evidenceState']) =>
    facts.filter(({ readings }) => readings.some(isIn(state)))
  const unproven = facts.flatMap(({ readings }) => readings.filter(isIn('missing')))
  const conflicts = facts.filter(({ hasConflict }) => hasConflict)
  const aboveCap = facts.filter(({ cap }) => cap && cap.above.length > 0)
  const unexplained = aboveCap.filter(({ cap }) => cap!.includes === undefined)
  const affected = facts.flatMap(({ hasConflict, readings }) =>
    readings
      .filter((reading) => hasConflict || isIn('missing')(reading) || isIn('expired')(reading))
      .flatMap(({ printed }) => printed.flatMap(({ route }) => route ?? [])),
  )
  const rows: [label: string, counted: { length: number }, explanation: string][] = [
    [
      'in conflict',
      conflicts,
      `their readings differ, and none is settled; ${conflicts.filter(isPrinted).length} of them printed`,
    ],
    [
      'expired',
      listIn('expired'),
      `their evidence is too old; that of ${listIn('expiring').length} more expires within 30 days`,
    ],
    [
      'without evidence',
      listIn('missing'),
      `claims that a page prints, in ${formatCount(unproven.length, 'reading')}`,
    ],
    [
      'above the cap',
      aboveCap,
      `prices above the legal maximum; ${unexplained.length} do not say what else they include`,
    ],
    [
      'pages affected',
      [...new Set(affected)],
      'pages that print one in conflict, expired or without evidence',
    ],
    [
      'placeholders',
      facts.filter(({ placeholder }) => placeholder),
      'to be replaced before publishing',
    ],
    [
      'computed otherwise',
      facts.filter(({ distance, sum }) => distance?.differs || sum),
      'the stated distance or sum is not the computed one',
    ],
    ['uncited figures', uncited, 'typed into texts instead of cited'],
  ]
  return rows.map(([label, { length: count }, explanation]) => ({ label, count, explanation }))
}

function formatSummary(ledger: Ledger): Line[] {
  const { facts } = ledger
  const readings = facts.flatMap((fact) => fact.readings)
  const settled = facts.filter(({ isSettled }) => isSettled)
  const unused = facts.filter((fact) => !isPrinted(fact))
  return [
    `${facts.length} facts with ${readings.length} readings: ${settled.length} settled, ${unused.length} not printed`,
    ...summarizeLedger(ledger).flatMap(({ label, count, explanation }) =>
      count === 0 ? [] : `  ${label.padEnd(18)} ${String(count).padStart(4)}  ${explanation}`,
    ),
    `To see where one is printed: ${formatCommand('facts', ['NAME'])}, or a figure: ${formatCommand('facts', ['$25'])}`,
  ].map((text) => ({ text }))
}

/** Lays out the ledger: a summary, every fact, what somebody must answer, and comparisons. */
export function formatLedger(ledger: Ledger, questions: Question[]): ReportSection[] {
  const { facts, uncited, compared } = ledger
  return [
    { lines: formatSummary(ledger) },
    ...facts.filter(({ own }) => !own).map((fact) => ({ lines: [formatFact(fact)] })),
    ...groupFactsByEntry(facts.filter(({ own }) => own)).map((group) => ({
      lines: [formatRowFacts(group)],
    })),
    ...[...groupBy(questions, ({ topic }) => topic)].map(([topic, group]) =>
      formatList(topics[topic], group.map(formatQuestion)),
    ),
    formatList('Evidence that expires within 30 days', facts.flatMap(listExpiring)),
    formatList(
      'Settled',
      facts.filter(({ isSettled }) => isSettled).map(({ name, used }) => `${name}: ${used}`),
    ),
    formatList(
      'Distances, compared with the great circle from the business',
      facts.flatMap(formatFactDistance),
    ),
    ...compared.map(({ subject, said }) =>
      formatList(`${subject}, on all pages`, formatSaid(said)),
    ),
    formatList('Sums that are not what their parts add up to', facts.flatMap(formatFactSum)),
    formatList('Prices, compared with the legal maximum fee of the act', formatCaps(facts)),
    formatList(
      'Facts that no page prints',
      groupFactsByEntry(facts.filter((fact) => !isPrinted(fact))).map(
        ([fact, ...more]) =>
          `${fact.name} (${formatFileLine(fact)})${fact.own ? ` on ${fact.own.route}${formatRemainder(more.length)}` : ''}`,
      ),
    ),
    formatList(
      'Figures that do not cite a fact',
      formatLocations(uncited, ({ figure }) => `${figure}  `),
    ),
  ].filter(({ lines }) => lines.length > 0)
}

/** Formats each sentence once, so that two that disagree stand below each other. */
const formatSaid = (said: Ledger['compared'][number]['said']): string[] =>
  [...groupBy(said, ({ sentence }) => sentence)].map(
    ([sentence, group]) => `${sentence}  ${formatPrinted(group)}`,
  )

const formatList = (heading: string, lines: string[]) => ({
  heading: `# ${heading}`,
  lines: lines.map((text): Line => ({ text })),
})

const formatQuestion = ({ subject, label, value, ...place }: Question): string =>
  `${subject === label ? '' : `${subject}: `}${label}, ${value}  ${formatFileLine(place)}`

/** Lays out where facts and figures are printed: each location with its sentences. */
export function formatFoundFacts(found: FoundFacts): ReportSection[] {
  const { query, facts, typed, related, suggestion } = found
  const cited = facts.flatMap(({ readings }) => readings.flatMap(({ printed }) => printed))
  const all = [...cited, ...typed]
  const places = `in ${formatCount(all.length, 'place')} on ${formatPageCount(all)}`
  if (facts.length + related.length + typed.length === 0)
    return say(`No fact and no text contains "${query}".${formatSuggestion(suggestion)}`)
  return [
    ...(all.length === 0 ? [] : say(`${query} is printed ${places}.`)),
    ...groupFactsByEntry(facts).map((group) => ({ lines: formatFoundGroup(group) })),
    ...(related.length === 0 ? [] : say('Facts that mention it:', related.map(formatRelated))),
    ...(typed.length === 0 ? [] : say('Typed into texts:', indent(formatQuotations(typed)))),
  ]
}

const say = (text: string, details?: string[]): ReportSection[] => [
  { lines: [{ text, ...(details && { details }) }] },
]

const indent = (lines: string[]) => lines.map((line) => `  ${line}`)

const formatRelated = ({ name, label, readings, ...place }: JudgedFact) =>
  `  ${name}: ${label}, ${readings.map(({ text }) => text).join(' or ')}  ${formatFileLine(place)}`

const maxShownRows = 5

/** Formats a fact, or the facts of the pages of a set. */
function formatFoundGroup(facts: [FoundFact, ...FoundFact[]]): Line[] {
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
function formatSettling({ settling = [], ...place }: FoundFact): string[] {
  if (settling.length === 0) return []
  const choices = settling.flatMap(({ reading, routes, everyPage }) => {
    const pages = everyPage ? 'every page' : formatCount(routes.length, 'page')
    return [`  settled: ${reading}   changes ${pages}`, ...formatChangedRoutes(routes)]
  })
  return [`To settle it, write one of these at ${formatFileLine(place)}`, ...choices]
}

/** The report for tools lists all of them. */
const maxShownRoutes = 12

function formatChangedRoutes(routes: string[]): string[] {
  if (routes.length === 0) return []
  const hint = routes.length > maxShownRoutes ? ' (all with --format json)' : ''
  return [`    ${formatFirstItems(routes, maxShownRoutes)}${hint}`]
}

/** Formats each location with its sentences. */
const formatQuotations = (printed: Quotation[]): string[] =>
  [...groupBy(printed, formatFileLine).values()].flatMap((group) => [
    formatPrinted(group),
    ...group.filter(({ route }) => route === group[0].route).map(({ sentence }) => `  ${sentence}`),
  ])

/**
 * Formats a fact with its readings.
 * @param formatPrinted formats the places that print a reading
 */
function formatFact<F extends JudgedFact | FoundFact>(
  fact: F,
  formatPrinted: (printed: F['readings'][number]['printed']) => string[] = formatPlaces,
): Line {
  const { name, label, unit, hasConflict, isSettled, used, claim, placeholder } = fact
  const readings: F['readings'] = fact.readings
  const marks = [
    hasConflict && 'conflict',
    isSettled && `settled: ${used}`,
    claim && 'claim',
    placeholder && 'placeholder',
  ].filter(Boolean)
  const details = readings.flatMap((reading) => {
    const { source, evidence, evidenceState, printed } = reading
    return [
      `${formatReadingName(reading)}${source ? `  (${source})` : ''}`,
      ...(evidence || evidenceState ? [`  evidence: ${formatEvidence(reading)}`] : []),
      ...(printed.length === 0 ? ['not printed'] : formatPrinted(printed)).map(
        (place) => `  ${place}`,
      ),
    ]
  })
  return {
    text: `${name}: ${label}, ${unit}${marks.length > 0 ? ` [${marks.join(', ')}]` : ''}  ${formatFileLine(fact)}`,
    details,
  }
}

/** The only reading of a fact has no name. */
const formatReadingName = ({ name, text }: Pick<JudgedReading, 'name' | 'text'>) =>
  `${name === soleReadingName ? '' : `${name}: `}${text}`

/** Formats what a reading rests on, in one line. */
export function formatEvidence({
  evidence,
  evidenceState,
}: Pick<JudgedReading, 'evidence' | 'evidenceState'>): string {
  if (!evidence) return 'none'
  const { source, url, checked, until } = evidence
  const end = until === undefined ? '' : `, counts until ${until}`
  const state = evidenceState === 'expired' ? '  EXPIRED' : ''
  return `${source}${url ? `, ${url}` : ''}, checked ${checked}${end}${state}`
}

const listExpiring = ({ name, readings, ...place }: JudgedFact): string[] =>
  readings
    .filter(({ evidenceState }) => evidenceState === 'expiring')
    .map(
      (reading) =>
        `${name}, ${formatReadingName(reading)}, until ${reading.evidence!.until}  ${formatFileLine(place)}`,
    )

const formatPlaces = (printed: PrintLocation[]) => formatLocations(printed, () => '')

const formatRemainder = (count: number) =>
  count === 0 ? '' : ` and ${formatCount(count, 'more page')}`

/**
 * Formats one line for each location in a file.
 * @param describe formats what precedes the location
 */
const formatLocations = <P extends PrintLocation>(
  printed: P[],
  describe: (printed: P) => string,
): string[] =>
  [...groupBy(printed, (place) => `${describe(place)}${formatFileLine(place)}`).values()].map(
    (group) => `${describe(group[0])}${formatPrinted(group)}`,
  )

/** Formats the first of several places. One in the template of a set has many pages. */
function formatPrinted(group: [PrintLocation, ...PrintLocation[]]): string {
  const [first] = group
  const others = new Set(group.map(({ route }) => route)).size - 1
  return `${first.route ?? 'every page'}${formatRemainder(others)}  ${formatFileLine(first)}`
}

/** Groups the facts that come from the same entry of a set. */
const groupFactsByEntry = <F extends JudgedFact | FoundFact>(facts: F[]) => [
  ...groupBy(facts, (fact) => `${fact.name} ${formatFileLine(fact)}`).values(),
]

function formatRowFacts(facts: [JudgedFact, ...JudgedFact[]]): Line {
  const [fact] = facts
  const rows = facts
    .slice(0, maxShownRows)
    .map(
      ({ readings, own }) =>
        `${readings.map(({ text }) => text).join(', ')}  ${own!.route}  ${formatFileLine(own!)}`,
    )
  const remaining = facts.length - rows.length
  return {
    text: `${fact.name}: a fact of ${facts.length === 1 ? '1 page' : `each of ${facts.length} pages`}, ${fact.unit}  ${formatFileLine(fact)}`,
    details: [...rows, ...(remaining > 0 ? [`… ${remaining} more`] : [])],
  }
}

const formatFactDistance = ({ name, own, distance }: JudgedFact) =>
  // Facts of rows are listed only if they differ, because there may be many.
  distance && (!own || distance.differs)
    ? [
        `${name}${own ? ` on ${own.route} (${formatFileLine(own)})` : ''}: stated ${distance.stated}, computed ${distance.computed}${distance.differs ? '  differs; the page prints the stated one' : ''}`,
      ]
    : []

const formatFactSum = ({ name, text, sum }: JudgedFact) =>
  sum ? [`${name}: pages print ${text}, its parts are ${sum.text}`] : []

/** Formats each legal maximum, with the prices that are compared with it. */
const formatCaps = (facts: JudgedFact[]): string[] =>
  [
    ...groupBy(
      facts.filter(({ cap }) => cap),
      ({ cap }) => cap!.fact,
    ).values(),
  ].flatMap((group) => {
    const { fact, limit, basis } = group[0].cap!
    return [`At most ${limit} (${fact}, ${basis}):`, ...group.map(formatFactCap)]
  })

function formatFactCap({ name, readings, cap }: JudgedFact): string {
  const { above, includes } = cap!
  const prices = readings.map(({ text }) => text).join(', ')
  const included = includes ? `; it also includes ${includes}` : ''
  const note =
    above.length > 0 && !includes
      ? '  NOTE: above the cap, without a note of what else it includes'
      : ''
  return `  ${name}: ${prices}${included}${note}`
}
