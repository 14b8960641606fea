import type { LedgerFact, Reading } from '../../schema/facts.ts'
import type { RawPage } from '../../schema/merge-sources.ts'
import { parseFile, type SourceFile } from '../../schema/parse-file.ts'
import { hashOfFile, parseEntries, recallFile } from '../../schema/site-part.ts'
import type { Validator } from '../../schema/validate-file.ts'
import { Refusal } from '../options.ts'
import { readEntries } from './entries.ts'
import type { PagesOrder } from './make-pages.ts'
import { readBytes } from './read-bytes.ts'
import { settledState } from './source-states.ts'

/** What a page is made of. */
export type Entry = Pick<RawPage, 'raw' | 'facts' | 'names'>

/** The pages of an order, read as they are asked for. It is of use until another file is read. */
export type PageReader = {
  /** @param from, to places in the order. @returns undefined where something is wrong in an unchecked file, on these pages or elsewhere. */
  read(from: number, to: number): Entry[] | undefined
  /** The file, where all of it was read at once. */
  whole(): SourceFile | undefined
}

/**
 * @returns undefined where something is wrong in an unchecked file.
 * @throws Refusal when the file has been changed since the build began.
 */
export const openPages = (order: PagesOrder, validate: Validator): PageReader | undefined =>
  order.ofSet ? openSet(order, order.ofSet) : openFile(order, validate)

function openSet(
  { hash, pages }: PagesOrder,
  { entries, chunk }: NonNullable<PagesOrder['ofSet']>,
): PageReader {
  const lines = readEntries(entries, hash, chunk)
  return {
    read: (from, to) => pages.slice(from, to).map(({ index }) => readSetEntry(lines[index]!)),
    whole: () => undefined,
  }
}

function readSetEntry(line: string): Entry {
  const { raw, names, facts } = JSON.parse(line) as {
    raw: Entry['raw']
    names?: string[]
    facts?: [string, LedgerFact & { readings: [string, Reading][] }][]
  }
  return {
    raw,
    names,
    ...(facts && {
      facts: new Map(
        facts.map(([name, fact]) => [name, { ...fact, readings: new Map(fact.readings) }]),
      ),
    }),
  }
}

function openFile(
  { path, file, hash, state, pages, isUnchecked, bounds }: PagesOrder,
  validate: Validator,
): PageReader | undefined {
  const bytes = readBytes(path)
  const isSame = (state !== undefined && settledState(path) === state) || hashOfFile(bytes) === hash
  if (!isSame)
    throw new Refusal(`${file} was changed while the site was being read. Run the command again.`)
  const takeFit = (source: SourceFile | undefined) =>
    source && (!isUnchecked || (source.problems.length === 0 && validate(source).length === 0))
      ? source
      : undefined
  // To read common YAML again is no slower than to keep it as JSON.
  const readWhole = () => takeFit(recallFile(file, hash) ?? parseFile(file, bytes))
  let whole = bounds ? undefined : readWhole()
  if (!bounds && !whole) return undefined
  return {
    read(from, to) {
      // A file of pages alone need not be in memory all at once. Where anything is the matter, the file as a whole tells what.
      const source =
        whole ??
        takeFit(bounds && parseEntries(file, bytes, bounds[from]!, bounds[to]!)) ??
        (whole = readWhole())
      const { pages: raw = {} } = (source?.value ?? {}) as { pages?: Record<string, unknown> }
      return source && pages.slice(from, to).map(({ route }) => ({ raw: toGroup(raw[route]) }))
    },
    whole: () => whole,
  }
}

const toGroup = (value: unknown) =>
  (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}) as Record<
    string,
    unknown
  >
