import { hasErrors } from '../../../schema/problems/problem.ts'
import { toMinSimilarity } from '../../../schema/rules/similarity.ts'
import { findPairsWith } from '../../../schema/similarity/find-similar-pairs.ts'
import { signatureLength } from '../../../schema/similarity/min-hash.ts'
import { decodeSignatures } from '../../../schema/similarity/page-signature.ts'
import { createLazySource } from '../../../schema/source/lazy-source.ts'
import type { PageShareCard } from '../../images/site-images.ts'
import { createAssetReader } from '../budgets/measure-output.ts'
import { createPageWeigher } from '../budgets/measure-page.ts'
import type { Bundle } from '../bundle/bundle-types.ts'
import type { PageRecord } from '../cache/records.ts'
import type { Snapshot } from '../cache/snapshot.ts'
import { makeBatch } from '../make/make-pages.ts'
import type { MadePage, SharedInput } from '../make/page-types.ts'
import { createPageKeys, createPageRecord } from '../make/plan-pages.ts'
import type { WrittenFile } from '../output/output-file.ts'
import type { EditedFile } from './find-body-edits.ts'

type Target = { folder: string; bundle: Bundle; publicDir: string }

/** Pages made again, by route. @property written their files, of pages whose output differs. */
export type MadeEdits = {
  records: Map<string, PageRecord>
  written: WrittenFile[]
  /** Share images whose content has changed. */
  shareCards: PageShareCard[]
}

/**
 * Makes edited pages again.
 * @param target where they are written, and what renders them.
 * @returns undefined when one of them has an error, or changes something that other pages, the
 * sitemap's addresses or the rules across pages depend on.
 */
export function makeBodyEdits(
  files: EditedFile[],
  shared: SharedInput,
  { folder, bundle, publicDir }: Target,
): MadeEdits | undefined {
  const { renderer, assets, clientDir } = bundle
  const { keyOf } = createPageKeys(shared)
  const weigh = createPageWeigher(createAssetReader(clientDir, publicDir))
  const output = { folder, renderer, assets, weigh }
  const all: MadeEdits = { records: new Map(), written: [], shareCards: [] }
  for (const { summary, record, pages } of files) {
    const jobs = pages.map(({ route, raw }) => ({
      route,
      index: 0,
      previousHash: record.pages[route]!.result.contentHash,
      entry: { raw },
    }))
    const source = { ...createLazySource(summary.path, summary.file), isLocatedLater: true }
    for (const [index, outcome] of makeBatch(jobs, source, { shared, output }).entries()) {
      const { route, entry } = pages[index]!
      const before = record.pages[route]!.result
      const { made, problems } = outcome
      const isSame = made && describeExposedParts(made) === describeExposedParts(before)
      if (!isSame || hasErrors(problems)) return undefined
      const { facts } = shared.context
      const key = keyOf(route, entry)
      all.records.set(route, createPageRecord(key, { ...outcome, made }, before.output, facts))
      all.written.push(...(made.output?.files ?? []))
      if (made.shareCard && JSON.stringify(made.shareCard) !== JSON.stringify(before.shareCard))
        all.shareCards.push({ route, card: made.shareCard })
    }
  }
  return all
}

/**
 * The parts of a page that the rest of the site depends on. The date, the similarity, and whether
 * translations are outdated are compared elsewhere.
 */
function describeExposedParts({
  summary: { meta, signature, ...summary },
  pictures,
}: MadePage): string {
  const hasSignature = signature !== undefined
  return JSON.stringify([
    { ...meta, contentHash: '', original: '' },
    hasSignature,
    summary,
    pictures,
  ])
}

/**
 * Compares edited pages with all others.
 * @param snapshot its signatures are updated. @returns whether none is similar to another page.
 */
export function areDistinct(snapshot: Snapshot, records: MadeEdits['records']): boolean {
  const changed: number[] = []
  for (const [route, { result }] of records) {
    if (snapshot.similarRoutes.includes(route)) return false
    const { signature } = result.summary
    if (signature === undefined) continue
    const index = snapshot.comparedRoutes.indexOf(route)
    snapshot.signatures.set(decodeSignatures([signature]), index * signatureLength)
    changed.push(index)
  }
  let hasCandidate = false
  // Candidates would be compared in full. Having one is reason enough for a full update.
  const shinglesOf = () => {
    hasCandidate = true
    return new Uint32Array()
  }
  findPairsWith(changed, snapshot.signatures, shinglesOf, toMinSimilarity(snapshot.similarityLimit))
  return !hasCandidate
}
