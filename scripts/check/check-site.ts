import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hideConsequences, sortProblems, type Problem } from '../../schema/problem.ts'
import { foldRows } from '../../schema/sets/fold-rows.ts'
import { checkWhole } from '../build/check-whole.ts'
import { makeSite } from '../build/make-site.ts'
import { makeSmallPages } from '../build/make-small-pages.ts'
import { planPages } from '../build/plan-pages.ts'
import { wholeReader } from '../build/read-parts.ts'
import { readWhole } from '../build/read-whole.ts'
import { SourceStates } from '../build/source-states.ts'
import { schemaFile } from '../build/start-build.ts'
import { createPool, type Pool } from '../build/worker-pool.ts'

/** @property pages how many there are. */
export type CheckedSite = { problems: Problem[]; pages: number }

/**
 * Everything that is wrong in a site, and every placeholder. It goes a build's way up to where something would be written: side by side
 * where there is much, and no page stays in memory. Nothing is known of an earlier run, since what was found in it would be to be told
 * again.
 * @param dir the site's folder.
 */
export async function checkSite(dir: string): Promise<CheckedSite> {
  const pool = createPool({ joins: true })
  const scratch = await mkdtemp(join(tmpdir(), 'signpost-check-'))
  try {
    return await check(dir, scratch, pool)
  } finally {
    await pool.close()
    await rm(scratch, { recursive: true, force: true })
  }
}

/** @param scratch where the entries of sets lie for the threads. */
async function check(dir: string, scratch: string, pool: Pool): Promise<CheckedSite> {
  const nothing = { entries: scratch, readPart: async () => undefined }
  const read = await readWhole({
    dir,
    schemaFile,
    sets: nothing,
    reader: (pictures) =>
      wholeReader(
        { cache: nothing, pool, schemaFile, states: new SourceStates(undefined, pictures) },
        pictures,
      ),
    onSettings: () => {},
  })
  if (!read.parts) return { problems: sortProblems(read.problems), pages: 0 }
  const { parts, shared, publicFiles, dates } = read
  const input = { ...read.input, placeholders: true }
  const plan = planPages({ sources: parts, merged: shared.merged, shared: input, entries: scratch })
  const made = await makeSite({ plan, shared, input, pool, onProgress: () => {} })
  // What the threads hold is not needed for what all pages together say.
  await pool.close()
  const small = makeSmallPages({ shared, input })
  const { pages, problems } = checkWhole({
    shared,
    pages: [...made.pages, ...small.pages],
    notFound: small.notFound,
    publicFiles,
    dates,
  })
  const found = [...read.problems, ...made.problems, ...small.problems, ...problems]
  return { problems: sortProblems(hideConsequences(foldRows(found))), pages: pages.length }
}
