import type { LedgerFact, Reading } from '../../../schema/resolve/facts.ts'
import type { RawPage } from '../../../schema/resolve/merge-sources.ts'
import { shortHash } from '../../../schema/util/short-hash.ts'
import { readSourceBytes } from '../../../schema/source/text/source-bytes.ts'
import { PageEntries } from '../../../schema/source/page-entries.ts'
import type { Validator } from '../../../schema/validate/validate-file.ts'
import { UserError } from '../../shared/user-error.ts'
import { readSetEntries } from './set-entries.ts'
import type { RenderJob } from '../make/page-types.ts'
import { getSettledState } from './file-states.ts'
import type { SourceFile } from '../../../schema/source/types.ts'

/** The entry of a page, with the facts and values of its row if it belongs to a set. */
export type PageEntry = Pick<RawPage, 'raw' | 'facts' | 'routeValues'>

/** Reads the pages of a render job on demand. */
export type PageReader = {
  /**
   * Reads a range of the job's pages.
   * @param from The index of the first page in the job.
   * @param to The index after the last page.
   * @returns undefined if a file that was not validated before has problems, in these pages or not.
   */
  read(from: number, to: number): PageEntry[] | undefined
  /** @returns The whole file, if it was parsed as a whole. */
  getParsedFile(): SourceFile | undefined
}

/**
 * @returns undefined if a file that was not validated before has problems.
 * @throws UserError if the file was changed since the build started.
 */
export const createPageReader = (job: RenderJob, validate: Validator): PageReader | undefined =>
  job.setEntries ? createSetReader(job, job.setEntries) : createFileReader(job, validate)

function createSetReader(
  { hash, pages }: RenderJob,
  { entries, chunk }: NonNullable<RenderJob['setEntries']>,
): PageReader {
  const lines = readSetEntries(entries, hash, chunk)
  return {
    read: (from, to) => pages.slice(from, to).map(({ index }) => parseSetEntry(lines[index]!)),
    getParsedFile: () => undefined,
  }
}

function parseSetEntry(line: string): PageEntry {
  const {
    raw,
    names: routeValues,
    facts,
  } = JSON.parse(line) as {
    raw: PageEntry['raw']
    names?: string[]
    facts?: [string, LedgerFact & { readings: [string, Reading][] }][]
  }
  return {
    raw,
    routeValues,
    ...(facts && {
      facts: new Map(
        facts.map(([name, fact]) => [name, { ...fact, readings: new Map(fact.readings) }]),
      ),
    }),
  }
}

function createFileReader(
  { path, file, hash, state, pages, isUnvalidated, entryOffsets }: RenderJob,
  validate: Validator,
): PageReader | undefined {
  const bytes = readSourceBytes(path)
  const isUnchanged =
    (state !== undefined && getSettledState(path) === state) || shortHash(bytes) === hash
  if (!isUnchanged)
    throw new UserError(`${file} was changed while the site was being read. Run the command again.`)
  const acceptValid = (source: SourceFile | undefined) =>
    source && (!isUnvalidated || (source.problems.length === 0 && validate(source).length === 0))
      ? source
      : undefined
  // Parsing typical YAML again is as fast as parsing a copy in JSON.
  const entries = new PageEntries(file, bytes, hash)
  const readWhole = () => acceptValid(entries.parseWholeFile())
  let whole = entryOffsets ? undefined : readWhole()
  if (!entryOffsets && !whole) return undefined
  return {
    read(from, to) {
      // A file that contains only pages is parsed in chunks to save memory. If a chunk has
      // problems, the whole file is parsed to report them.
      const source =
        whole ??
        acceptValid(entryOffsets && entries.parseRange(entryOffsets[from]!, entryOffsets[to]!)) ??
        (whole = readWhole())
      const { pages: raw = {} } = (source?.value ?? {}) as { pages?: Record<string, unknown> }
      return source && pages.slice(from, to).map(({ route }) => ({ raw: asObject(raw[route]) }))
    },
    getParsedFile: () => whole,
  }
}

const asObject = (value: unknown) =>
  (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}) as Record<
    string,
    unknown
  >
