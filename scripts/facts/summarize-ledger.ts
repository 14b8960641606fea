import { formatCommand } from '../launch/commands.mjs'
import type { Line } from '../report/section.ts'
import type { FactReport, LedgerSummary, ReadingReport } from './report-types.ts'
import { formatCount } from '../../schema/util/format-first-items.ts'

export function summarizeLedger(facts: FactReport[], uncitedFigures: number): LedgerSummary {
  const isIn = (state: ReadingReport['evidenceState']) => (reading: ReadingReport) =>
    reading.evidenceState === state
  const readings = facts.flatMap((fact) => fact.readings)
  const conflicts = facts.filter(({ conflict }) => conflict)
  const listFactsIn = (state: ReadingReport['evidenceState']) =>
    facts.filter(({ readings }) => readings.some(isIn(state)))
  const affected = facts.flatMap(({ conflict, readings }) =>
    readings
      .filter((reading) => conflict || isIn('missing')(reading) || isIn('expired')(reading))
      .flatMap(({ printed }) => printed.flatMap(({ route }) => route ?? [])),
  )
  const isPrinted = ({ readings }: FactReport) => readings.some(({ printed }) => printed.length > 0)
  const aboveCap = facts.filter(({ cap }) => cap && cap.above.length > 0)
  const count = (items: unknown[]) => items.length
  return {
    facts: count(facts),
    readings: count(readings),
    conflicts: count(conflicts),
    printedConflicts: count(conflicts.filter(isPrinted)),
    settled: count(facts.filter(({ settled }) => settled !== undefined)),
    expired: count(listFactsIn('expired')),
    expiring: count(listFactsIn('expiring')),
    withoutEvidence: count(listFactsIn('missing')),
    readingsWithoutEvidence: count(readings.filter(isIn('missing'))),
    pagesAffected: new Set(affected).size,
    placeholders: count(facts.filter(({ placeholder }) => placeholder)),
    aboveCap: count(aboveCap),
    unexplainedAboveCap: count(aboveCap.filter(({ cap }) => cap!.includes === undefined)),
    differing: count(facts.filter(({ distance, sum }) => distance?.differs || sum?.differs)),
    notPrinted: count(facts.filter((fact) => !isPrinted(fact))),
    uncitedFigures,
  }
}

/** Lays out a summary in ten lines. */
export function formatLedgerSummary(summary: LedgerSummary): Line[] {
  const { facts, readings, settled, notPrinted, expiring, unexplainedAboveCap } = summary
  const unproven = summary.readingsWithoutEvidence
  const rows: [label: string, count: number, explanation: string][] = [
    [
      'in conflict',
      summary.conflicts,
      `their readings differ, and none is settled; ${summary.printedConflicts} of them printed`,
    ],
    [
      'expired',
      summary.expired,
      `their evidence is too old; that of ${expiring} more expires within 30 days`,
    ],
    [
      'without evidence',
      summary.withoutEvidence,
      `claims that a page prints, in ${formatCount(unproven, 'reading')}`,
    ],
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
    `To see where one is printed: ${formatCommand('facts', ['NAME'])}, or a figure: ${formatCommand('facts', ['$25'])}`,
  ].map((text) => ({ text }))
}
