import type { FactReport, LedgerSummary, ReadingReport } from './report-types.ts'

export function summarizeLedger(facts: FactReport[], uncitedFigures: number): LedgerSummary {
  const isIn = (state: ReadingReport['evidenceState']) => (reading: ReadingReport) =>
    reading.evidenceState === state
  const conflicts = facts.filter(({ conflict }) => conflict)
  const listFactsIn = (state: ReadingReport['evidenceState']) =>
    facts.filter(({ readings }) => readings.some(isIn(state)))
  const affected = facts.flatMap(({ conflict, readings }) =>
    readings
      .filter((reading) => conflict || isIn('missing')(reading) || isIn('expired')(reading))
      .flatMap(({ printed }) => printed.flatMap(({ route }) => route ?? [])),
  )
  const aboveCap = facts.filter(({ cap }) => cap && cap.above.length > 0)
  const count = (items: unknown[]) => items.length
  return {
    facts: count(facts),
    readings: count(facts.flatMap(({ readings }) => readings)),
    conflicts: count(conflicts),
    settled: count(facts.filter(({ settled }) => settled !== undefined)),
    expired: count(listFactsIn('expired')),
    expiring: count(listFactsIn('expiring')),
    withoutEvidence: count(listFactsIn('missing')),
    pagesAffected: new Set(affected).size,
    placeholders: count(facts.filter(({ placeholder }) => placeholder)),
    aboveCap: count(aboveCap),
    unexplainedAboveCap: count(aboveCap.filter(({ cap }) => cap!.includes === undefined)),
    differing: count(facts.filter(({ distance, sum }) => distance?.differs || sum?.differs)),
    notPrinted: count(
      facts.filter(({ readings }) => readings.every(({ printed }) => printed.length === 0)),
    ),
    uncitedFigures,
  }
}

/** Formats a summary in ten lines. */
export function formatLedgerSummary(summary: LedgerSummary): string {
  const { facts, readings, settled, notPrinted, expiring, unexplainedAboveCap } = summary
  const rows: [label: string, count: number, explanation: string][] = [
    ['in conflict', summary.conflicts, 'their readings differ, and none is settled'],
    [
      'expired',
      summary.expired,
      `their evidence is too old; that of ${expiring} more expires within 30 days`,
    ],
    ['without evidence', summary.withoutEvidence, 'claims that a page prints'],
    [
      'above the cap',
      summary.aboveCap,
      `prices above the legal maximum; ${unexplainedAboveCap} do not say what else they include`,
    ],
    [
      'pages affected',
      summary.pagesAffected,
      'pages that print one in conflict, expired or without evidence',
    ],
    ['placeholders', summary.placeholders, 'to be replaced before publishing'],
    ['computed otherwise', summary.differing, 'the stated distance or sum is not the computed one'],
    ['uncited figures', summary.uncitedFigures, 'typed into texts instead of cited'],
  ]
  const lines = rows.map(
    ([label, count, explanation]) =>
      `  ${label.padEnd(18)} ${String(count).padStart(4)}  ${explanation}`,
  )
  return [
    `${facts} facts with ${readings} readings: ${settled} settled, ${notPrinted} not printed`,
    ...lines,
    `To see where one is printed: npm run facts -- NAME, or a figure: npm run facts -- '$25'`,
  ].join('\n')
}
