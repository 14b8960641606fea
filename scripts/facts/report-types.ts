import type { EvidenceState } from '../../schema/rules/ledger/evidence.ts'
import type { Evidence } from '../../schema/types.gen.ts'
import type { CapComparison, DistanceComparison, SumComparison } from '../report/compare-values.ts'
import type { PrintLocation } from '../report/list-facts.ts'

/** Counts of what an owner has to decide or to correct. */
export type LedgerSummary = {
  facts: number
  readings: number
  /** Facts whose readings differ, and none is settled, and those among them that a page prints. */
  conflicts: number
  printedConflicts: number
  settled: number
  /** Facts whose evidence has expired, and facts whose evidence expires within 30 days. */
  expired: number
  expiring: number
  /** Claims that a page prints without evidence, and their readings for which it is missing. */
  withoutEvidence: number
  readingsWithoutEvidence: number
  /** Pages that print a fact in conflict, a claim without evidence, or what has expired. */
  pagesAffected: number
  placeholders: number
  /** Prices above their legal maximum, and those among them that do not say what they include. */
  aboveCap: number
  unexplainedAboveCap: number
  /** Facts whose stated distance or sum differs from the computed one. */
  differing: number
  notPrinted: number
  uncitedFigures: number
}

export type ReadingReport = {
  reading: string
  text: string
  source?: string
  evidence?: Evidence
  /** What is wrong with its evidence on the day of the report. */
  evidenceState?: EvidenceState
  printed: PrintLocation[]
}

export type FactReport = {
  name: string
  label: string
  unit: string
  file: string
  line: number
  /** For a fact of a single page of a set: the page, and the location of its row. */
  own?: { route: string; file: string; line: number }
  readings: ReadingReport[]
  /** Whether the readings differ and no reading is settled. */
  conflict: boolean
  settled?: string
  /** What `publish` shows or hides once it is settled. */
  depending: string[]
  placeholder: boolean
  /** Whether what pages print of it needs evidence. */
  claim: boolean
  distance?: DistanceComparison
  sum?: SumComparison
  cap?: CapComparison
}

/**
 * An example of the tariff for which pages print another total.
 * @property promised what they print, each with where
 */
export type TariffQuestion = {
  label: string
  total: { text: string; value: number }
  /** Each with the line of YAML with which it follows the tariff. */
  promised: (ReadingReport & Pick<FactReport, 'name' | 'file' | 'line'> & { answer: string })[]
  file: string
  line: number
}

/**
 * A town whose fee is not the price of its distance.
 * @property fact the name of the fact with its fee
 */
export type TownQuestion = {
  town: string
  fact: string
  file: string
  line: number
  fee: string
  byDistance: string
}

export type TariffReport = { questions: TariffQuestion[]; towns: TownQuestion[] }

export type LedgerReport = {
  summary: LedgerSummary
  facts: FactReport[]
  /** What contradicts the tariff. Left out for a site without one. */
  tariff?: TariffReport
  /** Figures on pages that do not cite a fact. */
  uncited: (PrintLocation & { figure: string })[]
}
