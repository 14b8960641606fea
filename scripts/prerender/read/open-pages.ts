import { readFileSync } from 'node:fs'
import type { LedgerFact, Reading } from '../../../schema/resolve/facts.ts'
import type { RawPage } from '../../../schema/resolve/merge-sources.ts'
import { parseFile, type SourceFile } from '../../../schema/source/parse-file.ts'
import {
  shortHash,
  parsePageEntries,
  getLastParsedFile,
} from '../../../schema/source/source-summary.ts'
import type { Validator } from '../../../schema/validate/validate-file.ts'
import { UserError } from '../../shared/run-command.ts'
import { readSetEntries } from './set-entries.ts'
import type { RenderJob } from '../make/make-pages.ts'
import { getSettledState } from './file-states.ts'

/** What a page is made of. */
export type PageEntry = Pick<RawPage, 'raw' | 'facts' | 'routeValues'>

/** The pages of an order, read as they are asked for. */
export type PageReader = {
  /** @param from, to places in the order. @returns undefined where something is wrong in an unchecked file, on these pages or elsewhere. */
  read(from: number, to: number): PageEntry[] | undefined
  /** The file, where all of it was read at once. */
  getParsedFile(): SourceFile | undefined
}

/**
 * @returns undefined where something is wrong in an unchecked file.
 * @throws Refusal when the file has been changed since the build began.
 */
export const createPageReader = (order: RenderJob, validate: Validator): PageReader | undefined =>
  order.setEntries ? createSetReader(order, order.setEntries) : createFileReader(order, validate)

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
  const bytes = readFileSync(path)
  const isSame =
    (state !== undefined && getSettledState(path) === state) || shortHash(bytes) === hash
  if (!isSame)
    throw new UserError(`${file} was changed while the site was being read. Run the command again.`)
  const takeFit = (source: SourceFile | undefined) =>
    source && (!isUnvalidated || (source.problems.length === 0 && validate(source).length === 0))
      ? source
      : undefined
  // To read common YAML again is no slower than to keep it as JSON.
  const readWhole = () => takeFit(getLastParsedFile(file, hash) ?? parseFile(file, bytes))
  let whole = entryOffsets ? undefined : readWhole()
  if (!entryOffsets && !whole) return undefined
  return {
    read(from, to) {
      // A file of pages alone need not be in memory all at once. Where anything is the matter, the file as a whole tells what.
      const source =
        whole ??
        takeFit(
          entryOffsets && parsePageEntries(file, bytes, entryOffsets[from]!, entryOffsets[to]!),
        ) ??
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
