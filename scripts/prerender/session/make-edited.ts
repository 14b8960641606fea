import { findPairsWith } from '../../../schema/similarity/find-similar-pairs.ts'
import { decodeSignatures } from '../../../schema/similarity/page-signature.ts'
import { signatureLength } from '../../../schema/similarity/min-hash.ts'
import { toMinSimilarity } from '../../../schema/rules/similarity.ts'
import { createLazySource } from '../../../schema/source/source-summary.ts'
import type { PageRecord } from '../cache/build-cache.ts'
import type { Bundle } from '../bundle/bundle.ts'
import type { EditedFile } from './find-edited.ts'
import type { Snapshot } from '../cache/snapshot.ts'
import { makeBatch, type MadePage, type PageOutcome, type SharedInput } from '../make/make-pages.ts'
import type { WrittenFile } from '../output/stage-output.ts'
import { createPageKeys, createPageRecord } from '../make/plan-pages.ts'
import { createAssetReader } from '../budgets/measure-output.ts'
import { createPageWeigher } from '../budgets/measure-page.ts'

type Output = { folder: string; bundled: Bundle; publicDir: string }

/** Pages that were made again, by route. @property written their files, where they have come out otherwise than before. */
export type MadeEdited = { records: Map<string, PageRecord>; written: WrittenFile[] }

/**
 * Makes pages of some files again. @param output where they are written, and what they are made with.
 * @returns undefined where one of them says something else to the rest of the site than it did, or is to be told of.
 */
export function makeEdited(
  files: EditedFile[],
  shared: SharedInput,
  { folder, bundled, publicDir }: Output,
): MadeEdited | undefined {
  const { renderer, assets, clientDir } = bundled
  const { keyOf } = createPageKeys(shared)
  const output = {
    folder,
    renderer,
    assets,
    weigh: createPageWeigher(createAssetReader(clientDir, publicDir)),
  }
  const all: MadeEdited = { records: new Map(), written: [] }
  for (const { part, record, pages } of files) {
    const orders = pages.map(({ route, raw }) => ({
      route,
      index: 0,
      previousHash: record.pages[route]!.result.contentHash,
      entry: { raw },
    }))
    for (const [index, outcome] of makeBatch(orders, createLazySource(part.path, part.file), {
      shared,
      output,
    }).entries()) {
      const { route, entry } = pages[index]!
      const before = record.pages[route]!.result
      const made = takeMade(outcome)
      if (!made || describe(made) !== describe(before)) return undefined
      all.records.set(
        route,
        createPageRecord(
          keyOf(route, entry),
          made,
          before.output,
          outcome.citedFacts,
          shared.context.facts,
        ),
      )
      all.written.push(...(made.output?.files ?? []))
    }
  }
  return all
}

const takeMade = ({ problems, made }: PageOutcome) => (problems.length === 0 ? made : undefined)

/** What the rest of the site takes from a page. What it is compared by is looked at by itself. */
const describe = ({ summary, pictures, shareCard }: MadePage) =>
  JSON.stringify([{ ...summary, signature: summary.signature !== undefined }, pictures, shareCard])

/** Puts the signatures of some pages in the place of those that they had. @returns whether these pages are surely like no other. */
export function compareAnew(last: Snapshot, made: MadeEdited['records']): boolean {
  const changed: number[] = []
  for (const [
    route,
    {
      result: { summary },
    },
  ] of made) {
    if (last.similarRoutes.includes(route)) return false
    if (summary.signature === undefined) continue
    const index = last.comparedRoutes.indexOf(route)
    last.signatures.set(decodeSignatures([summary.signature]), index * signatureLength)
    changed.push(index)
  }
  let isSuspect = false
  const suspect = () => {
    isSuspect = true
    return new Uint32Array()
  }
  findPairsWith(changed, last.signatures, suspect, toMinSimilarity(last.similarityLimit))
  return !isSuspect
}
