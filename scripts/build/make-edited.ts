import { findAlikeOf } from '../../schema/likeness/find-alike.ts'
import { readSignatures } from '../../schema/likeness/fingerprint.ts'
import { signatureLength } from '../../schema/likeness/min-hash.ts'
import { leastShare } from '../../schema/rules/likeness.ts'
import { sourceOnDisk } from '../../schema/site-part.ts'
import type { PageRecord } from './build-cache.ts'
import type { Bundle } from './bundle.ts'
import type { EditedFile } from './find-edited.ts'
import type { LastBuild } from './last-build.ts'
import { makeBatch, type MadePage, type PageOutcome, type SharedInput } from './make-pages.ts'
import type { Written } from './output-tree.ts'
import { createKeys, toRecord } from './plan-pages.ts'
import { newAssetReader } from './weigh-folder.ts'
import { createScales } from './weigh-page.ts'

type Output = { folder: string; bundled: Bundle; publicDir: string }

/** Pages that were made again, by route. @property written their files, where they have come out otherwise than before. */
export type MadeEdited = { records: Map<string, PageRecord>; written: Written[] }

/**
 * Makes pages of some files again. @param output where they are written, and what they are made with.
 * @returns undefined where one of them says something else to the rest of the site than it did, or is to be told of.
 */
export function makeEdited(
  files: EditedFile[],
  shared: SharedInput,
  { folder, bundled, publicDir }: Output,
): MadeEdited | undefined {
  const { renderer, assets, client } = bundled
  const { keyOf } = createKeys(shared)
  const output = {
    folder,
    renderer,
    assets,
    weigh: createScales(newAssetReader(client, publicDir)),
  }
  const all: MadeEdited = { records: new Map(), written: [] }
  for (const { part, record, pages } of files) {
    const orders = pages.map(({ route, raw }) => ({
      route,
      index: 0,
      known: record.pages[route]!.made.look,
      entry: { raw },
    }))
    for (const [index, outcome] of makeBatch(orders, sourceOnDisk(part.path, part.file), {
      shared,
      output,
    }).entries()) {
      const { route, entry } = pages[index]!
      const before = record.pages[route]!.made
      const made = takeMade(outcome)
      if (!made || describe(made) !== describe(before)) return undefined
      all.records.set(
        route,
        toRecord(keyOf(route, entry), made, before.output, outcome.facts, shared.context.facts),
      )
      all.written.push(...(made.output?.files ?? []))
    }
  }
  return all
}

const takeMade = ({ problems, made }: PageOutcome) => (problems.length === 0 ? made : undefined)

/** What the rest of the site takes from a page. What it is compared by is looked at by itself. */
const describe = ({ summary, pictures, card }: MadePage) =>
  JSON.stringify([{ ...summary, signature: summary.signature !== undefined }, pictures, card])

/** Puts the signatures of some pages in the place of those that they had. @returns whether these pages are surely like no other. */
export function compareAnew(last: LastBuild, made: MadeEdited['records']): boolean {
  const changed: number[] = []
  for (const [
    route,
    {
      made: { summary },
    },
  ] of made) {
    if (last.alike.includes(route)) return false
    if (summary.signature === undefined) continue
    const index = last.signed.indexOf(route)
    last.signatures.set(readSignatures([summary.signature]), index * signatureLength)
    changed.push(index)
  }
  let isSuspect = false
  const suspect = () => {
    isSuspect = true
    return new Uint32Array()
  }
  findAlikeOf(changed, last.signatures, suspect, leastShare(last.limit))
  return !isSuspect
}
