import type { PageContext } from '../../schema/resolve-page.ts'
import { inputsOf } from '../../schema/resolve-page.ts'
import type { MergedSite } from '../../schema/merge-sources.ts'
import type { LedgerFact } from '../../schema/facts.ts'
import type { Problem } from '../../schema/problem.ts'
import { hashOf, type SitePart } from '../../schema/site-part.ts'
import type { PageRecord } from './build-cache.ts'
import type { MadePage, PageOrder, PageOutput, PagesOrder, SharedInput } from './make-pages.ts'
import { perChunk } from './entries.ts'
import type { OutputFiles } from './output-tree.ts'
import type { PartSource } from './read-parts.ts'

/** What is to be made, and what can stay as it is. */
export type Plan = {
  orders: PagesOrder[]
  /** Of every page that is made: the key under which it is kept. */
  keys: Map<string, string>
  /** Pages that stay, by route. */
  kept: Map<string, PageRecord>
  /** What is known of pages that are made again, and may come out as they were. */
  last: Map<string, PageRecord>
  /** What was found wrong on pages that stay, where that is remembered. */
  reported?: Map<string, Problem[]>
  /** Told of the hashes of a file's entries where they turn out to be others. */
  correct?: (file: string, entries: SitePart['pages']) => void
}

type Input = {
  sources: PartSource[]
  merged: MergedSite
  shared: SharedInput
  /** Left out where the files of the output need not be looked at. */
  out?: OutputFiles
  /** The folder with the entries of sets. */
  entries: string
}

/** Compares each page with what is known of it from the last build. */
export function planPages({ sources, merged, shared, out, entries }: Input): Plan {
  const { keyOf, isSame } = createKeys(shared)
  const plan: Plan = { orders: [], keys: new Map(), kept: new Map(), last: new Map() }
  for (const source of sources) {
    const ofSet = source.part.path === ''
    const chunks = new Map<number, PageOrder[]>()
    for (const [index, [route, entry]] of source.pages.entries()) {
      // A route that is given twice is an error, and the first one counts.
      if (!ofSet && merged.pages.get(route)?.place.source !== source) continue
      const key = keyOf(route, entry)
      const record = Object.hasOwn(source.records, route) ? source.records[route] : undefined
      const isThere =
        record !== undefined &&
        (out === undefined ||
          record.made.output?.files.every((file) => out.isAsWritten(file)) === true)
      if (isThere && isSame(record, key)) {
        plan.kept.set(route, record)
      } else {
        plan.keys.set(route, key)
        if (isThere) plan.last.set(route, record)
        // A file is read as a whole, and a set in chunks.
        const chunk = ofSet ? Math.floor(index / perChunk) : 0
        const pages = chunks.get(chunk) ?? []
        chunks.set(chunk, pages)
        pages.push({
          route,
          index: ofSet ? index % perChunk : index,
          ...(isThere && { known: record.made.look }),
        })
      }
    }
    const { path, file, hash } = source.part
    const { isUnchecked, state, bounds } = source
    const isWhole =
      bounds !== undefined &&
      chunks.get(0)?.length === bounds.length - 1 &&
      holdsNothingElse(source.part)
    // To be checked, though all of its pages may be known.
    if (isUnchecked && chunks.size === 0) chunks.set(0, [])
    for (const [chunk, pages] of chunks)
      plan.orders.push({
        path,
        file,
        hash,
        state,
        pages,
        ...(isUnchecked && { isUnchecked, ...(isWhole && { bounds }) }),
        ...(ofSet && { ofSet: { entries, chunk } }),
      })
  }
  plan.correct = (file, found) => {
    const source = sources.find(({ part }) => part.file === file)!
    source.part.pages = found
    source.pages = found
    for (const [route, entry] of found)
      if (plan.keys.has(route)) plan.keys.set(route, keyOf(route, entry))
  }
  return plan
}

const holdsNothingElse = ({ value }: SitePart) => Object.keys(value as object).join() === 'pages'

/** What pages are kept under. */
type Keys = {
  /** @param entry the hash of the page's entry. */
  keyOf(route: string, entry: string): string
  /** Whether a page would come out as it is known. */
  isSame(record: PageRecord, key: string): boolean
}

export function createKeys(shared: SharedInput): Keys {
  const { context } = shared
  const base = hashContext(shared)
  const facts = new Map<string, string>()
  const hashFact = (name: string) => {
    const known = facts.get(name) ?? hashOfFact(context.facts.get(name))
    facts.set(name, known)
    return known
  }
  return {
    keyOf: (route, entry) => hashOf(base + entry + JSON.stringify(inputsOf(route, context))),
    isSame: (record, key) =>
      record.key === key &&
      Object.entries(record.facts).every(([name, hash]) => hashFact(name) === hash),
  }
}

/** All that pages share, but for the facts and what they take from one another. */
function hashContext({
  context,
  site,
  business,
  settings: raw,
  placeNames,
  draws,
}: SharedInput): string {
  const {
    language,
    contact,
    settings,
    pictures,
    origin,
    trailingSlash,
    derived,
    areaServed,
    dated,
  } = context
  const maps = [settings, pictures.infos, derived].map((map) => [...(map as Map<string, unknown>)])
  return hashOf(
    JSON.stringify([
      language,
      contact,
      maps,
      origin,
      trailingSlash,
      areaServed,
      dated,
      site,
      business,
      raw,
      placeNames,
      draws,
    ]),
  )
}

/** What is known of a page from now on. @param before its files, where they have stayed. @param ledger of the site. */
export function toRecord(
  key: string,
  made: MadePage,
  before: PageOutput | undefined,
  asked: string[],
  ledger: Map<string, LedgerFact>,
): PageRecord {
  const facts = Object.fromEntries(asked.map((name) => [name, hashOfFact(ledger.get(name))]))
  return { key, facts, made: { ...made, output: made.output ?? before } }
}

function hashOfFact(fact: LedgerFact | undefined): string {
  const { place: _, readings, ...rest } = fact ?? ({} as Partial<LedgerFact>)
  return hashOf(JSON.stringify([rest, readings && [...readings]]))
}

/** The shared input as plain data, which threads can be sent: without the places in files. */
export function toShared(context: PageContext, rest: Omit<SharedInput, 'context'>): SharedInput {
  return { ...rest, context: { ...context, facts: withoutPlaces(context.facts) } }
}

export const withoutPlaces = (facts: Map<string, LedgerFact>) =>
  new Map([...facts].map(([name, fact]) => [name, { ...fact, place: undefined as never }]))
