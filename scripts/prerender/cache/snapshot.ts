import { join } from 'node:path'
import { findUnchangedDays, listDatedParts } from '../../../schema/days/coming-changes.ts'
import type { PageData } from '../../../schema/page-data.ts'
import type { Days } from '../../../schema/days/moment.ts'
import type { PageSummary } from '../../../schema/resolve/page-summary.ts'
import { getSimilarityLimit } from '../../../schema/rules/similarity.ts'
import { decodeSignatures } from '../../../schema/similarity/page-signature.ts'
import type { PageWeight } from '../budgets/page-weight.ts'
import type { HostName } from '../hosts/host-names.ts'
import type { MadePages } from '../make/made-pages.ts'
import { joinListingPaths, type OutputListing } from '../output/scan-folder.ts'
import type { SiteOutput } from '../output/site-output.ts'
import type { SiteEdition } from '../../../schema/site-edition.ts'
import { isSettled, type FileStateRecords } from '../read/file-states.ts'
import type { SiteInput } from '../read/site-input.ts'
import { largeSite } from '../workers/worker-pool.ts'
import { listTranslations, type KnownTranslation } from './known-translations.ts'
import { packInput, packWeights, type PackedWeights } from './packed-parts.ts'
import type { Problem } from '../../../schema/problems/types.ts'
import type { SimilarPages } from '../../../schema/rules/types.ts'

/**
 * The state of a site after an update: enough to update a few page bodies without reading the rest.
 * It names the exact sources and output files, and is valid only while both are unchanged.
 */
export type Snapshot = {
  nodeVersion: string
  origin?: string
  launch?: boolean
  drafts?: boolean
  /** The period in which the output stays the same. */
  days: Days
  hosts?: HostName[]
  /** Whether the output has a list of what visitors can find. */
  hasSearch?: boolean
  /** The site's files in reading order. */
  sources: KnownSource[]
  /** Row files of sets: the name that a set uses, and a hash of the bytes. */
  rows: [name: string, hash: string][]
  /** Files in public/, each with a hash of its stat info. */
  publicFiles: [file: string, statHash: string][]
  /** The problems of other files in public/. */
  publicProblems: Problem[]
  /** Hash of the recorded addresses. */
  addressesHash: string
  /** The problems of single pages. */
  pageProblems: [route: string, problems: Problem[]][]
  /** All other problems, except what is recomputed: dates, and outdated translations. */
  problems: Problem[]
  /** A packed `SharedInput`. */
  input: Uint8Array
  /** Every file of the output. */
  files: OutputListing
  /** Routes of the compared pages, with their signatures one after another. */
  comparedRoutes: string[]
  signatures: Uint16Array
  similarRoutes: string[]
  /** Percent. */
  similarityLimit: number
  weights: PackedWeights
  /** What the sitemap and the rule on recorded dates need to know about every page. */
  pages: PackedPages
  /**
   * What the rule on outdated translations needs to know about translations and their originals.
   */
  translations: KnownTranslation[]
}

/**
 * @property state see `getSettledState`.
 * @property include the list of files to include, as written in the first file.
 */
export type KnownSource = {
  path: string
  file: string
  hash: string
  state?: string
  include?: unknown
}

/** One list per property. */
type PackedPages = {
  routes: string[]
  canonical: string[]
  /** By route: the addresses of its pages in several languages. */
  alternates: Map<string, PageData['head']['alternates']>
  indexed: boolean[]
  contentHash: string[]
}

export type FinishedUpdate = {
  site: string
  edition?: SiteEdition
  hosts?: HostName[]
  startedAt: number
  input: SiteInput
  made: MadePages
  files: SiteOutput
  pages: PageSummary[]
  hasSearch: boolean
  problems: Problem[]
  similarPages: SimilarPages[]
  weights: PageWeight[]
  fileStates?: FileStateRecords
}

/**
 * The parts of an edition that decide the output, except the time: `days` says how long that has no
 * effect.
 */
const describeEdition = ({ origin, launch, moment }: SiteEdition = {}) => ({
  ...(origin !== undefined && { origin }),
  ...(launch !== undefined && { launch }),
  ...(moment?.drafts && { drafts: true }),
})

/** Whether a snapshot is one of this edition, with files for these hosts. */
export function matchesEdition(
  { origin, launch, drafts, hosts }: Snapshot,
  edition: SiteEdition | undefined,
  currentHosts: HostName[] | undefined,
): boolean {
  const current: Partial<Snapshot> = describeEdition(edition)
  return (
    origin === current.origin &&
    launch === current.launch &&
    drafts === current.drafts &&
    String(hosts) === String(currentHosts)
  )
}

/** The rules whose results are recomputed for each update of page bodies. */
const isRecomputed = ({ code }: Problem): boolean =>
  code === 'UNDATED_CHANGE' || code === 'OUTDATED_TRANSLATION'

/** @returns undefined for a very large site, or when the next update must read everything. */
export function createSnapshot(update: FinishedUpdate): Snapshot | undefined {
  const { site, edition, hosts, startedAt, input, made, files, pages } = update
  const { similarPages, fileStates } = update
  const { sources, shared, publicFolder, dates, rowFiles } = input
  const publicFiles = [...publicFolder.files]
  const publicDir = join(site, 'public')
  if (dates.readError !== undefined || pages.length > largeSite.pages) return undefined
  // A file that changed during the update may have been measured before and copied after it.
  const began = Date.now() - (performance.now() - startedAt)
  if (publicFiles.some((file) => !isSettled(join(publicDir, file), began))) return undefined
  const reported = update.problems.filter(
    (problem) => problem.severity !== 'note' && !isRecomputed(problem),
  )
  if (reported.some(({ setOrigin }) => setOrigin)) return undefined
  const translations = listTranslations(pages, sources)
  if (!translations) return undefined
  const ofPages = new Set(made.problems)
  const problems = reported.filter((problem) => !ofPages.has(problem))
  const pageProblems = [...made.records].flatMap(([route, { problems }]) =>
    problems ? [[route, problems] as [string, Problem[]]] : [],
  )
  const results = [...made.records.values()].map(({ result }) => result)
  const written = [
    ...results.flatMap(({ output }) => output?.files ?? []),
    ...Object.values(files.files).map((file) => file.written),
  ]
  const compared = made.pages.filter(({ signature }) => signature !== undefined)
  return {
    nodeVersion: process.version,
    ...describeEdition(edition),
    days: findUnchangedDays(listDatedParts(shared.merged, made.pages), shared.context.moment.now),
    ...(hosts && { hosts }),
    ...(update.hasSearch && { hasSearch: true }),
    sources: sources
      .filter(({ summary }) => summary.path !== '')
      .map(({ summary: { path, file, hash, value } }) => ({
        path,
        file,
        hash,
        state: fileStates?.files[file]?.state,
        include: (value as { include?: unknown } | null)?.include,
      })),
    rows: [...rowFiles],
    publicFiles: publicFiles.map((file) => [file, files.files[file]!.key]),
    publicProblems: publicFolder.problems,
    addressesHash: shared.addresses.hash,
    pageProblems,
    problems,
    input: packInput(input.plainInput),
    files: {
      paths: joinListingPaths(written.map(({ path }) => path)),
      sizes: Float64Array.from(written, ({ size }) => size),
      modifiedMs: Float64Array.from(written, ({ modifiedMs }) => modifiedMs),
    },
    comparedRoutes: compared.map(({ route }) => route),
    signatures: decodeSignatures(compared.map(({ signature }) => signature!)),
    similarRoutes: [
      ...new Set(similarPages.flatMap(({ page, other }) => [page.route, other.route])),
    ],
    similarityLimit: getSimilarityLimit(shared.merged),
    weights: packWeights(update.weights),
    pages: {
      routes: pages.map(({ route }) => route),
      canonical: pages.map(({ data }) => data.head.canonical),
      alternates: new Map(
        pages.flatMap(({ route, data: { head } }) =>
          head.alternates ? [[route, head.alternates] as const] : [],
        ),
      ),
      indexed: pages.map(({ meta }) => meta.indexed),
      contentHash: pages.map(({ meta }) => meta.contentHash),
    },
    translations,
  }
}
