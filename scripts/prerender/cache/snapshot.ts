import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { Problem } from '../../../schema/problems/problem.ts'
import { getSimilarityLimit, type SimilarPages } from '../../../schema/rules/similarity.ts'
import { decodeSignatures } from '../../../schema/similarity/page-signature.ts'
import type { PageSummary } from '../../../schema/resolve/page-summary.ts'
import type { MadeBuild } from '../session/finish-site.ts'
import type { SharedInput } from '../make/make-pages.ts'
import { isSettled } from '../read/file-states.ts'
import { serializeLoad } from './stored-pages.ts'
import type { OutputListing } from '../output/scan-folder.ts'
import type { PageWeight, PageLoad } from '../budgets/measure-page.ts'
import { largeSite } from '../workers/worker-pool.ts'

/**
 * What a build leaves for the next one beside the records of all pages: enough to build the site again where no more has changed than what stands on
 * a page, without reading the rest. It says of which files the output was made and what the output is, so that it is of use only while both are so.
 */
export type Snapshot = {
  nodeVersion: string
  origin?: string
  /** The files of the site, as they are read one after another. */
  sources: SnapshotSource[]
  /** Files of rows by the names by which sets ask for them, each with a hash. */
  rows: [name: string, hash: string][]
  /** Each file in public/, with what tells it from another one of its name. */
  publicFiles: [file: string, key: string][]
  /** What was told of, and the files that it stands in. */
  shownProblems: Problem[]
  filesWithProblems: string[]
  /** `SharedInput`, packed. */
  input: Uint8Array
  /** All of the output. */
  files: OutputListing
  /** The pages that are compared with each other, their signatures one behind the other, and those that are alike. */
  comparedRoutes: string[]
  signatures: Uint16Array
  similarRoutes: string[]
  similarityLimit: number
  weights: PackedWeights
  pageCount: number
}

/** @property state see `settledState`. @property include as it is written, where there are other files to be read. */
export type SnapshotSource = {
  path: string
  file: string
  hash: string
  state?: string
  include?: unknown
}

/** `PageBurden` of many, one list for each property; `load` is a place in `loads`. */
type PackedWeights = {
  routes: string[]
  raw: number[]
  brotli: number[]
  estimated: boolean[]
  load: number[]
  loads: PageLoad[]
}

/** A site that is finished. */
type FinishedBuild = Pick<
  MadeBuild,
  'dir' | 'start' | 'read' | 'files' | 'made' | 'sources' | 'origin'
> & {
  pages: PageSummary[]
  found: Problem[]
  shown: Problem[]
  alike: SimilarPages[]
  weights: PageWeight[]
}

/**
 * @returns undefined where the next build is to read everything: where dates are recorded, which an edit of any text outdates; where a page is more than a file,
 * since one alone can be replaced at one stroke; and where the site is so large that to hold this would take more memory than there is to spare.
 */
export function createSnapshot({
  dir,
  start,
  read,
  files,
  made,
  sources,
  origin,
  pages,
  found,
  shown: shownProblems,
  alike,
  weights,
}: FinishedBuild): Snapshot | undefined {
  const { sources: parts, shared, plainInput, publicFiles, dates, rowFiles } = read
  const publicDir = join(dir, 'public')
  const isPlain = shared.merged.settings.application === false
  if (
    !sources ||
    !isPlain ||
    !dates.isEmpty ||
    dates.readError !== undefined ||
    pages.length > largeSite.pages
  )
    return undefined
  // A picture that was changed meanwhile may have been measured before, and copied afterwards.
  const begun = Date.now() - (performance.now() - start.started)
  if ([...publicFiles].some((file) => !isSettled(join(publicDir, file), begun))) return undefined
  const told = found.filter(({ severity }) => severity !== 'note')
  if (told.some(({ setOrigin: ofSet }) => ofSet)) return undefined
  const written = [
    ...[...made.records.values()].flatMap(({ result: { output } }) => output?.files ?? []),
    ...Object.values(files.files).map((file) => file.written),
  ]
  const compared = made.pages.filter(({ signature }) => signature !== undefined)
  return {
    nodeVersion: process.version,
    ...(origin !== undefined && { origin }),
    sources: parts
      .filter(({ summary }) => summary.path !== '')
      .map(({ summary: { path, file, hash, value } }) => ({
        path,
        file,
        hash,
        state: sources.files[file]?.state,
        include: (value as { include?: unknown } | null)?.include,
      })),
    rows: [...rowFiles],
    publicFiles: [...publicFiles].map((file) => [file, files.files[file]!.key]),
    shownProblems,
    filesWithProblems: [...new Set(told.map(({ file }) => file))],
    input: packInput(plainInput),
    files: {
      paths: written.map(({ path }) => `${path}\0`).join(''),
      sizes: Float64Array.from(written, ({ size }) => size),
      modifiedMs: Float64Array.from(written, ({ modifiedMs }) => modifiedMs),
    },
    comparedRoutes: compared.map(({ route }) => route),
    signatures: decodeSignatures(compared.map(({ signature }) => signature!)),
    similarRoutes: [...new Set(alike.flatMap(({ page, other }) => [page.route, other.route]))],
    similarityLimit: getSimilarityLimit(shared.merged),
    weights: packWeights(weights),
    pageCount: pages.length,
  }
}

export const packSnapshot = (build: Snapshot & { engine: string }): Uint8Array => serialize(build)

/** @throws where it is not as it was packed. */
export const unpackSnapshot = (bytes: Uint8Array) =>
  deserialize(bytes) as Snapshot & { engine: string }

/** Without the schema, which is large and at hand. */
const packInput = ({ context, ...rest }: SharedInput): Uint8Array =>
  serialize({ ...rest, context: { ...context, schema: undefined } })

export function unpackInput(
  bytes: Uint8Array,
  schema: SharedInput['context']['schema'],
): SharedInput {
  const input = deserialize(bytes) as SharedInput
  return { ...input, context: { ...input.context, schema } }
}

export function packWeights(weights: PageWeight[]): PackedWeights {
  const places = new Map<string, number>()
  const loads: PageLoad[] = []
  const placeOf = (load: PageLoad) => {
    const place = places.get(serializeLoad(load)) ?? loads.push(load) - 1
    places.set(serializeLoad(load), place)
    return place
  }
  return {
    routes: weights.map(({ route }) => route),
    raw: weights.map(({ html }) => html.raw),
    brotli: weights.map(({ html }) => html.brotli),
    estimated: weights.map(({ html }) => html.estimated === true),
    load: weights.map(({ load }) => placeOf(load)),
    loads,
  }
}

export const unpackWeights = ({
  routes,
  raw,
  brotli,
  estimated,
  load,
  loads,
}: PackedWeights): PageWeight[] =>
  routes.map((route, at) => ({
    route,
    html: { raw: raw[at]!, brotli: brotli[at]!, ...(estimated[at] && { estimated: true }) },
    load: loads[load[at]!]!,
  }))
