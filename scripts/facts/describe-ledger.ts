import { toFileLine } from '../../schema/problems/to-file-line.ts'
import { listAllFacts } from '../../schema/resolve/list-all-facts.ts'
import { soleReadingName, type LedgerFact } from '../../schema/facts/facts.ts'
import { getEvidenceState } from '../../schema/rules/ledger/evidence.ts'
import { isComputedFact } from '../../schema/resolve/computed-facts.ts'
import type { WholeSite } from '../../schema/resolve/resolve-site.ts'
import {
  compareCap,
  compareDistance,
  compareSum,
  type ComparisonContext,
} from '../report/compare-values.ts'
import type { DatedPart } from '../../schema/days/moment.ts'
import { compareTariff } from './compare-tariff.ts'
import {
  describeFact,
  getReadingKey,
  groupCitations,
  toPrintLocation,
  type PrintLocation,
} from '../report/list-facts.ts'
import type { FactReport, LedgerReport } from './report-types.ts'
import { summarizeLedger } from './summarize-ledger.ts'
import type { SourceLocation } from '../../schema/problems/source-file.ts'
import type { FileLine } from '../../schema/problems/position.ts'
import type { Page } from '../../schema/merge/merge-sources.ts'
import { walkSchema } from '../../schema/validate/walk-schema.ts'
import type { Schema } from '../../schema/validate/json-schema.ts'
import { listAllPages } from '../../schema/resolve/list-all-pages.ts'
import { findUncitedFigures } from '../../schema/resolve/text/uncited-figures.ts'

/**
 * Reports the facts of a site: their readings, where each is printed, and contradictions.
 * @param today the day that evidence is compared with, such as 2026-03-04
 */
export function describeLedger(resolvedSite: WholeSite, today: string): LedgerReport {
  const {
    merged,
    schema,
    context: texts,
    plannedPages,
    notFoundEntry,
    business,
    site,
  } = resolvedSite
  const language = site?.language ?? 'en-US'
  const printed = new Map(
    [...groupCitations(resolvedSite)].map(([key, citations]) => [
      key,
      citations.map(({ location, route }) => toPrintLocation(location, route)),
    ]),
  )
  const { dated } = merged
  const context = { ledger: merged.facts, printed, language, base: business, today, dated }
  const facts = [
    // A table has no value: its cells are facts of their own.
    ...listAllFacts(merged)
      .filter(({ fact }) => !fact.table)
      .map(({ fact, page }) => createFactReport(fact, context, page)),
    // Counts are listed only if a text cites them.
    ...[...texts.facts.values()]
      .filter(({ name }) => isComputedFact(name))
      .map((fact) => createFactReport(fact, context))
      .filter(({ readings }) => readings.some((reading) => reading.printed.length > 0)),
  ]
  const entries = listAllPages({
    pages: [...merged.pages.values(), ...plannedPages],
    notFound: notFoundEntry,
  })
  const uncited = entries.flatMap((entry) =>
    listUncitedFigures(entry, schema).map(({ figure, location }) => ({
      ...toPrintLocation(location, entry.route),
      figure,
    })),
  )
  const tariff = compareTariff(resolvedSite, facts)
  return {
    summary: summarizeLedger(facts, uncited.length),
    facts,
    ...(tariff && { tariff }),
    uncited,
  }
}

type LedgerContext = ComparisonContext & {
  printed: Map<string, PrintLocation[]>
  today: string
  dated: DatedPart[]
}

function createFactReport(fact: LedgerFact, context: LedgerContext, route?: string): FactReport {
  const { settled, placeholder, claim, location } = fact
  const { today, language } = context
  const findPrinted = (reading: string) =>
    context.printed.get(getReadingKey(fact.name, reading, route)) ?? []
  const { name, label, unit, readings, hasConflict } = describeFact(fact, language, {
    address: { file: location.source.file, path: location.path },
    findPages: (reading) => findPrinted(reading).flatMap((place) => place.route ?? []),
  })
  const reports = readings.map(({ name: reading, text, source, evidence }) => {
    const printed = findPrinted(reading)
    const isPrinted = printed.length > 0
    const evidenceState = getEvidenceState(fact, { evidence }, { isPrinted, today })
    return {
      reading,
      text,
      source,
      ...(evidence && { evidence }),
      ...(evidenceState && { evidenceState }),
      printed,
    }
  })
  const { file, line } = toFileLine(location)
  return {
    name,
    label,
    unit,
    file,
    line,
    ...(route !== undefined && { own: { route, ...findRowLocation(location) } }),
    readings: reports,
    conflict: hasConflict,
    settled,
    depending: [
      ...new Set(
        context.dated.filter(({ decisions }) => decisions?.includes(name)).map(({ what }) => what),
      ),
    ],
    placeholder,
    claim,
    distance: compareDistance(fact, context),
    sum: compareSum(fact, context),
    cap: compareCap(fact, context),
  }
}

/**
 * @returns The row that a fact comes from; if rows of several tables are combined, the last one.
 */
function findRowLocation({ source, path }: SourceLocation): FileLine {
  const { setOrigin, line } = source.locate(path)
  return setOrigin?.rows.at(-1) ?? { file: source.file, line }
}

/** Whether a reading has a name. The only reading of a fact has none. */
export const hasReadingName = (reading: string) => reading !== soleReadingName

/** A figure that is written literally in a text instead of citing a fact. */
type UncitedFigure = { figure: string; location: SourceLocation }

/** Lists the figures that `npm run check` reports in the texts of a page, in the order of its entry. */
function listUncitedFigures(
  { raw, location: { source, path: start } }: Page,
  schema: Schema,
): UncitedFigure[] {
  const found: UncitedFigure[] = []
  walkSchema(schema, { $ref: '#/$defs/page' }, raw, start, {
    string(format, value, path) {
      if (format !== 'text' && format !== 'markdown') return value
      for (const figure of findUncitedFigures(value))
        found.push({ figure, location: { source, path: [...path] } })
      return value
    },
  })
  return found
}
