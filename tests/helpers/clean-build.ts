import { expect } from 'vitest'
import { listContents, readOutputTree, type FileTree } from './output-files.ts'
import type { ScriptResult } from './run-npm-script.ts'

/** A site that is built into the folder `out`, or without any cache into a new folder. */
type BuildableSite = {
  out: string
  build(): Promise<ScriptResult>
  buildClean(): Promise<CleanBuild>
}
/** The result of a clean build, and its output unless it failed. */
export type CleanBuild = { outcome: ScriptResult; tree: FileTree | undefined }

/**
 * Builds again, and expects the same messages and output as from a clean build.
 *
 * @param clean the clean build of the same sources, if there is one already.
 * @returns the clean build.
 */
export async function expectSameAsCleanBuild(
  site: BuildableSite,
  clean?: CleanBuild,
): Promise<CleanBuild> {
  const warm = await site.build()
  const { outcome, tree } = (clean ??= await site.buildClean())
  expect(warm.code, warm.stderr).toBe(outcome.code)
  expect(warm.stderr).toBe(outcome.stderr)
  if (tree) expect(listContents(await readOutputTree(site.out))).toEqual(listContents(tree))
  return clean
}
