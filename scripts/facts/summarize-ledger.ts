import type { FactReport, LedgerSummary } from './report-types.ts'

export function summarizeLedger(facts: FactReport[], uncitedFigures: number): LedgerSummary {
  const conflicts = facts.filter(({ conflict }) => conflict)
  const affected = conflicts.flatMap(({ readings }) =>
    readings.flatMap(({ printed }) => printed.flatMap(({ route }) => route ?? [])),
  )
  const aboveCap = facts.filter(({ cap }) => cap && cap.above.length > 0)
  const count = (items: unknown[]) => items.length
  return {
    facts: count(facts),
    readings: count(facts.flatMap(({ readings }) => readings)),
    conflicts: count(conflicts),
    settled: count(facts.filter(({ settled }) => settled !== undefined)),
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
  const rows: [label: string, count: number, explanation: string][] = [
    ['in conflict', summary.conflicts, 'their readings differ, and none is settled'],
    ['settled', summary.settled, 'one of their readings is printed everywhere'],
    ['pages affected', summary.pagesAffected, 'pages that print a fact in conflict'],
    ['placeholders', summary.placeholders, 'to be replaced before publishing'],
    [
      'above the cap',
      summary.aboveCap,
      `prices above the legal maximum; ${summary.unexplainedAboveCap} do not say what else they include`,
    ],
    ['computed otherwise', summary.differing, 'the stated distance or sum is not the computed one'],
    ['not printed', summary.notPrinted, 'no page cites them'],
    ['uncited figures', summary.uncitedFigures, 'typed into texts instead of cited'],
  ]
  const lines = rows.map(
    ([label, count, explanation]) =>
      `  ${label.padEnd(18)} ${String(count).padStart(4)}  ${explanation}`,
  )
  return [
    `${summary.facts} facts with ${summary.readings} readings`,
    ...lines,
    `To see where one is printed: npm run facts -- NAME, or a figure: npm run facts -- '$25'`,
  ].join('\n')
}
