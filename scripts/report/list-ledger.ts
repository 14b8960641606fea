import { listPageEntries } from '../../schema/resolve/resolve-site.ts'
import { compilePattern, normalizeText } from '../../schema/statements/compile-pattern.ts'
import { listPatterns } from '../../schema/statements/site-statements.ts'
import type { TextRange } from '../../schema/source/syntax/suspects.ts'
import { asText } from '../../schema/util/as-text.ts'
import { createTextReader } from './quote-sentences.ts'
import type { DatedPart } from '../../schema/days/moment.ts'
import { isComputedFact, explainUnpublishable, type LedgerFact } from '../../schema/facts/facts.ts'
import { listAllFacts, type Page } from '../../schema/merge/merge-sources.ts'
import type { WholeSite } from '../prerender/run/inspect-site.ts'
import { findUncitedFigures } from '../../schema/resolve/text/uncited-figures.ts'
import { getEvidenceState, type EvidenceState } from '../../schema/rules/ledger/evidence.ts'
import { type FileLine, type SourceLocation, toFileLine } from '../../schema/problems/location.ts'
import { walkTexts } from '../../schema/validate/walk-schema.ts'
import {
  compareCap,
  compareDistance,
  type CapComparison,
  type ComparisonContext,
  type DistanceComparison,
} from './compare-values.ts'
import {
  describeFact,
  getReadingKey,
  groupCitations,
  toPrintLocation,
  type FactListing,
  type FactReading,
  type PrintLocation,
} from './list-facts.ts'

/** The ledger of a site, with each line that prints something of it. */
export type Ledger = {
  facts: JudgedFact[]
  /** Figures on pages that do not cite a fact. */
  uncited: (PrintLocation & { figure: string })[]
  /** What pages say of each subject on which they must agree. */
  compared: { subject: string; said: (PrintLocation & { sentence: string })[] }[]
}

/** A fact with all that a person must know to judge it. */
export type JudgedFact = Omit<FactListing, 'readings'> &
  FileLine & {
    readings: JudgedReading[]
    /** For a fact of a single page of a set: the page, and the location of its row. */
    own?: { route: string } & FileLine
    /** What `publish` shows or hides once it is settled. */
    depending: string[]
    /** Whether it has several values, of which other answers or the day choose one. */
    isChosen: boolean
    /** Whether some of it names a reading, so that one of the owner's own must say which it is like. */
    decidesByReading: boolean
    placeholder: boolean
    /** Whether what pages print of it needs evidence. */
    claim: boolean
    /** Whether a published site leaves out what prints it, until somebody proves it. */
    isOmitted: boolean
    distance?: DistanceComparison
    cap?: CapComparison
  }

/** @property evidenceState what is wrong with its evidence on the day of the report */
export type JudgedReading = FactReading & {
  evidenceState?: EvidenceState
  printed: PrintLocation[]
}

/**
 * Lists the facts of a site: their readings, where each is printed, and contradictions.
 * @param today the day that evidence is compared with, such as 2026-03-04
 */
export function listLedger(resolved: WholeSite, today: string): Ledger {
  const { site, context, business } = resolved
  const printed = new Map(
    [...groupCitations(resolved)].map(([key, citations]) => [
      key,
      citations.map(({ location, route }) => toPrintLocation(location, route)),
    ]),
  )
  const { language } = context
  const judging = { ledger: site.facts, printed, language, base: business, today }
  const judge = (fact: LedgerFact, page?: string) =>
    judgeFact(fact, { ...judging, dated: site.dated }, page)
  return {
    facts: [
      // A table has no value: its cells are facts of their own.
      ...listAllFacts(site)
        .filter(({ fact }) => !fact.table)
        .map(({ fact, page }) => judge(fact, page)),
      // Counts are listed only if a text cites them.
      ...[...context.facts.values()]
        .filter(({ name }) => isComputedFact(name))
        .map((fact) => judge(fact))
        .filter(isPrinted),
    ],
    // Answers ask for facts alone.
    get uncited() {
      return listPageEntries(resolved).flatMap((entry) => listUncitedFigures(entry, resolved))
    },
    get compared() {
      return compareStatements(resolved)
    },
  }
}

export const isPrinted = ({ readings }: JudgedFact): boolean =>
  readings.some(({ printed }) => printed.length > 0)

type JudgingContext = ComparisonContext & {
  printed: Map<string, PrintLocation[]>
  today: string
  dated: DatedPart[]
}

function judgeFact(fact: LedgerFact, context: JudgingContext, route?: string): JudgedFact {
  const { name, placeholder, claim, location } = fact
  const { today, language, dated } = context
  const findPrinted = (reading: string) =>
    context.printed.get(getReadingKey(name, reading, route)) ?? []
  const { readings, ...described } = describeFact(fact, language, {
    address: { file: location.source.file, path: location.path },
    findPages: (reading) => findPrinted(reading).flatMap((place) => place.route ?? []),
    ledger: context.ledger,
  })
  const parts = dated.filter(({ decisions }) => decisions?.includes(name))
  return {
    ...described,
    ...toFileLine(location),
    ...(route !== undefined && { own: { route, ...findRowLocation(location) } }),
    readings: readings.map((reading) => {
      const printed = findPrinted(reading.name)
      const isPrinted = printed.length > 0
      const evidenceState = getEvidenceState(fact, reading, { isPrinted, today })
      return { ...reading, ...(evidenceState && { evidenceState }), printed }
    }),
    depending: [...new Set(parts.map(({ what }) => what))],
    isChosen: dated.some((part) => part.fact === name),
    decidesByReading: parts.some(({ choices }) => choices?.includes(name)),
    placeholder,
    claim,
    isOmitted: explainUnpublishable(fact) === 'unproven',
    distance: compareDistance(fact, context),
    cap: compareCap(fact, context),
  }
}

/** The row that a fact comes from; if rows of several tables are combined, the last one. */
function findRowLocation({ source, path }: SourceLocation): FileLine {
  const { setOrigin, line } = source.locate(path)
  return setOrigin?.rows.at(-1) ?? { file: source.file, line }
}

function compareStatements(resolved: WholeSite): Ledger['compared'] {
  const texts = createTextReader(resolved)
  return resolved.site.statements.compare.map(({ raw }) => {
    const matchers = listPatterns(raw)
      .map(compilePattern)
      .filter((matcher) => typeof matcher === 'function')
    const said = resolved.pages.flatMap(({ route, findings: { printed = [] } }) =>
      printed.flatMap(({ text, location }) => {
        const matches = matchers.flatMap((match) => match(normalizeText(text)))
        const ranges = matches
          .map(({ start, end }): TextRange => [start, end])
          .sort(([one], [other]) => one - other)
        return texts.quoteRanges(text, ranges, route).map(({ sentence, needle }) => ({
          sentence,
          ...toPrintLocation(location, route, needle),
        }))
      }),
    )
    return { subject: asText(raw.subject), said }
  })
}

/** Lists the figures that `npm run check` reports in the texts of a page, in the order of its entry. */
function listUncitedFigures(
  { route, raw, location: { source, path: start } }: Page,
  { schema }: WholeSite,
): Ledger['uncited'] {
  const found: Ledger['uncited'] = []
  walkTexts(schema, 'page', raw, start, (text, path) => {
    for (const figure of findUncitedFigures(text))
      found.push({ ...toPrintLocation({ source, path }, route), figure })
  })
  return found
}
