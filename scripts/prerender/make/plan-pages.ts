import { memoizeByText } from '../../../schema/util/memoize.ts'
import type { PageContext } from '../../../schema/resolve/page/page-types.ts'
import { isInPeriod } from '../../../schema/days/moment.ts'
import { isPossiblyDefined } from '../../../schema/facts/facts.ts'
import { listPageDependencies } from '../../../schema/resolve/resolve-page.ts'
import type { Site } from '../../../schema/merge/merge-sources.ts'
import { shortHash } from '../../../schema/util/short-hash.ts'
import type { PageOutcome, PageRecord, RenderJob, PageInputs } from './page-types.ts'
import type { FileCheck } from '../output/output-file.ts'
import { isNewSource, type RunSource, type SourceRecord } from '../read/source-record.ts'

/** Which pages to make, and which to keep. */
export type PagePlan = {
  jobs: RenderJob[]
  /** Cache keys of the pages to make. */
  keys: Map<string, string>
  /** Records of the pages to keep, by route. */
  kept: Map<string, PageRecord>
  /** Earlier records of pages to make, whose files may turn out the same. */
  previous: Map<string, PageRecord>
}

type PlanInput = {
  sources: RunSource[]
  site: Site
  inputs: PageInputs
  /** The pages to make or keep. */
  filter: (route: string) => boolean
  /**
   * Checks that a page's files are still in the output. Left out when nothing is written there.
   */
  out?: FileCheck
  /** See `RenderJob`. */
  locatesLater?: boolean
}

/**
 * The number of pages of a set in one job. Large enough to keep the messages to threads few, small
 * enough that all threads finish at about the same time. A file is one job.
 */
const setPagesPerJob = 50

/** Compares each page with its record. */
export function planPages({
  sources,
  site,
  inputs,
  filter,
  out,
  locatesLater,
}: PlanInput): PagePlan {
  const { keyOf, isUnchanged } = createPageKeys(inputs)
  const plan: PagePlan = { jobs: [], keys: new Map(), kept: new Map(), previous: new Map() }
  for (const source of sources) {
    const { path, record: known } = source
    const { file, hash } = known
    const pages: RenderJob['pages'] = []
    for (const [index, [route, hashOfEntry]] of known.pages.entries()) {
      const entry = source.entries?.[index]
      // If a route is defined twice, the first definition counts.
      if (!filter(route) || (!entry && site.pages.get(route)?.location.source !== source)) continue
      const key = keyOf(route, hashOfEntry)
      const record = Object.hasOwn(known.records, route) ? known.records[route] : undefined
      const isThere =
        record !== undefined &&
        (out === undefined ||
          record.result.output?.files.every((written) => out.isAsWritten(written)) === true)
      if (isThere && !mayProblemsHaveMoved(record.problems, known) && isUnchanged(record, key)) {
        plan.kept.set(route, record)
        continue
      }
      plan.keys.set(route, key)
      if (isThere) plan.previous.set(route, record)
      pages.push({
        route,
        ...(isThere && { previousHash: record.result.filesHash }),
        ...(entry && { entry }),
      })
    }
    const size = source.entries ? setPagesPerJob : Math.max(1, pages.length)
    for (let from = 0; from < pages.length; from += size)
      plan.jobs.push({ path, file, hash, pages: pages.slice(from, from + size), locatesLater })
  }
  return plan
}

/**
 * Whether the lines of reported problems may have changed: a problem on a page of a set is in
 * another file.
 */
const mayProblemsHaveMoved = (problems: PageRecord['problems'], source: SourceRecord) =>
  problems?.some(
    ({ file, setOrigin, pendingLocation }) =>
      (isNewSource(source) && !pendingLocation) || setOrigin || file !== source.file,
  ) === true

/** Decides whether a page can be kept. */
export function createPageKeys(inputs: PageInputs) {
  const { context } = inputs
  const base = hashSharedInputs(inputs)
  const hashFactOnce = memoizeByText((name) => hashFact(name, context))
  return {
    /** A hash of a fact of the ledger, without what no page prints. */
    hashFact: hashFactOnce,
    /** @param entry a hash of the page's entry. */
    keyOf: (route: string, entry: string): string =>
      shortHash(base + entry + JSON.stringify(listPageDependencies(route, context))),
    /** Whether making the page again would give the same files. */
    isUnchanged: (record: PageRecord, key: string): boolean =>
      record.key === key &&
      (record.result.summary.days ?? []).every(
        (part) => isInPeriod(part, context.moment.now) === part.isShown,
      ) &&
      Object.entries(record.facts).every(([name, hash]) => hashFactOnce(name) === hash),
  }
}

/** What the hash of all pages leaves out, because a page's key or its record has its part of it. */
const hashedByPage = new Set<keyof PageContext>([
  // The record names the facts that a page cites, and this name represents all reviews.
  'facts',
  'possiblyDefined',
  'reviews',
  // The key has what a page takes from other pages: see `listPageDependencies`.
  'articles',
  'labels',
  'translations',
  // A cache is that of one version of the schema, as of the code.
  'schema',
])

/** Covers everything that pages share, except facts and what they take from other pages. */
function hashSharedInputs({ context, ...inputs }: PageInputs): string {
  const { moment, pictures, publishing } = context
  const shared = {
    ...Object.fromEntries(
      Object.entries(context).filter(([name]) => !hashedByPage.has(name as keyof PageContext)),
    ),
    // Not the time: a record has the days of its page. But a part may be shown once a fact is settled
    // that its page doesn't cite.
    moment: Object.entries(moment.facts).map(([name, { settled }]) => [name, settled]),
    // Links to other files are printed as they are.
    pictures: [pictures.infos, [...pictures.files].filter((file) => !/\.[^/]*$/.test(file))],
    // Its lines of facts are only in messages.
    publishing: publishing !== undefined,
  }
  const toPlainValue = (_: string, value: unknown) =>
    value instanceof Map || value instanceof Set ? [...value] : value
  return shortHash(JSON.stringify([shared, inputs], toPlainValue))
}

/** @param before the page's files from the last build, if they are still in the output. */
export function createPageRecord(
  key: string,
  { made, problems, citedFacts }: Required<Omit<PageOutcome, 'summary'>>,
  before: PageRecord['result']['output'],
  context: PageContext,
): PageRecord {
  const facts = Object.fromEntries(citedFacts.map((name) => [name, hashFact(name, context)]))
  return {
    key,
    facts,
    ...(problems.length > 0 && { problems }),
    result: { ...made, output: made.output ?? before },
  }
}

function hashFact(name: string, context: PageContext): string {
  const fact = context.facts.get(name)
  // A fact that an invalid file may define is not reported as unknown.
  if (!fact) return isPossiblyDefined(name, context) ? 'possible' : 'unknown'
  const { location: _, readings, ...rest } = fact
  // No page prints where a reading comes from, or its evidence, but whether it has any matters.
  const values = [...readings].map(([name, { value, plus, translations, evidence }]) => [
    name,
    value,
    plus,
    translations,
    evidence !== undefined,
  ])
  return shortHash(JSON.stringify([rest, values]))
}
