import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { Problem } from '../../schema/problem.ts'
import { limitOf, type Likeness } from '../../schema/rules/likeness.ts'
import { readSignatures } from '../../schema/likeness/fingerprint.ts'
import type { PageSummary } from '../../schema/page-summary.ts'
import type { MadeBuild } from './finish-site.ts'
import type { SharedInput } from './make-pages.ts'
import { isSettled } from './source-states.ts'
import { textOf } from './stored-pages.ts'
import type { WrittenFiles } from './tree-scan.ts'
import type { PageBurden, PageLoad } from './weigh-page.ts'
import { large } from './worker-pool.ts'

/**
 * What a build leaves for the next one beside the records of all pages: enough to build the site again where no more has changed than what stands on
 * a page, without reading the rest. It says of which files the output was made and what the output is, so that it is of use only while both are so.
 */
export type LastBuild = {
  node: string
  origin?: string
  /** The files of the site, as they are read one after another. */
  parts: LastPart[]
  /** Files of rows by the names by which sets ask for them, each with a hash. */
  rows: [name: string, hash: string][]
  /** Each file in public/, with what tells it from another one of its name. */
  publicFiles: [file: string, key: string][]
  /** What was told of, and the files that it stands in. */
  shown: Problem[]
  faulty: string[]
  /** `SharedInput`, packed. */
  input: Uint8Array
  /** All of the output. */
  files: WrittenFiles
  /** The pages that are compared with each other, their signatures one behind the other, and those that are alike. */
  signed: string[]
  signatures: Uint16Array
  alike: string[]
  limit: number
  weights: PackedWeights
  pages: number
}

/** @property state see `settledState`. @property include as it is written, where there are other files to be read. */
export type LastPart = {
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
type Finished = Pick<
  MadeBuild,
  'dir' | 'start' | 'read' | 'files' | 'made' | 'sources' | 'origin'
> & {
  pages: PageSummary[]
  found: Problem[]
  shown: Problem[]
  alike: Likeness[]
  weights: PageBurden[]
}

/**
 * @returns undefined where the next build is to read everything: where dates are recorded, which an edit of any text outdates; where a page is more than a file,
 * since one alone can be replaced at one stroke; and where the site is so large that to hold this would take more memory than there is to spare.
 */
export function describeBuild({
  dir,
  start,
  read,
  files,
  made,
  sources,
  origin,
  pages,
  found,
  shown,
  alike,
  weights,
}: Finished): LastBuild | undefined {
  const { parts, shared, input, publicFiles, dates, rowFiles } = read
  const publicDir = join(dir, 'public')
  const isPlain = shared.merged.settings.application === false
  if (
    !sources ||
    !isPlain ||
    !dates.isEmpty ||
    dates.broken !== undefined ||
    pages.length > large.pages
  )
    return undefined
  // A picture that was changed meanwhile may have been measured before, and copied afterwards.
  const begun = Date.now() - (performance.now() - start.started)
  if ([...publicFiles].some((file) => !isSettled(join(publicDir, file), begun))) return undefined
  const told = found.filter(({ severity }) => severity !== 'note')
  if (told.some(({ made: ofSet }) => ofSet)) return undefined
  const written = [
    ...[...made.records.values()].flatMap(({ made: { output } }) => output?.files ?? []),
    ...Object.values(files.files).map((file) => file.written),
  ]
  const compared = made.pages.filter(({ signature }) => signature !== undefined)
  return {
    node: process.version,
    ...(origin !== undefined && { origin }),
    parts: parts
      .filter(({ part }) => part.path !== '')
      .map(({ part: { path, file, hash, value } }) => ({
        path,
        file,
        hash,
        state: sources.files[file]?.state,
        include: (value as { include?: unknown } | null)?.include,
      })),
    rows: [...rowFiles],
    publicFiles: [...publicFiles].map((file) => [file, files.files[file]!.key]),
    shown,
    faulty: [...new Set(told.map(({ file }) => file))],
    input: packInput(input),
    files: {
      paths: written.map(({ path }) => `${path}\0`).join(''),
      sizes: Float64Array.from(written, ({ size }) => size),
      modified: Float64Array.from(written, ({ modified }) => modified),
    },
    signed: compared.map(({ route }) => route),
    signatures: readSignatures(compared.map(({ signature }) => signature!)),
    alike: [...new Set(alike.flatMap(({ page, other }) => [page.route, other.route]))],
    limit: limitOf(shared.merged),
    weights: packWeights(weights),
    pages: pages.length,
  }
}

export const packBuild = (build: LastBuild & { engine: string }): Uint8Array => serialize(build)

/** @throws where it is not as it was packed. */
export const unpackBuild = (bytes: Uint8Array) =>
  deserialize(bytes) as LastBuild & { engine: string }

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

export function packWeights(weights: PageBurden[]): PackedWeights {
  const places = new Map<string, number>()
  const loads: PageLoad[] = []
  const placeOf = (load: PageLoad) => {
    const place = places.get(textOf(load)) ?? loads.push(load) - 1
    places.set(textOf(load), place)
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
}: PackedWeights): PageBurden[] =>
  routes.map((route, at) => ({
    route,
    html: { raw: raw[at]!, brotli: brotli[at]!, ...(estimated[at] && { estimated: true }) },
    load: loads[load[at]!]!,
  }))
