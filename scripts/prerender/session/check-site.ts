import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  hideSecondaryProblems,
  sortProblems,
  type Problem,
} from '../../../schema/problems/problem.ts'
import { collapseRowProblems } from '../../../schema/sets/collapse-row-problems.ts'
import { checkAcrossPages } from '../make/check-across-pages.ts'
import { makeAllPages } from '../make/make-all-pages.ts'
import { makeSpecialPages } from '../make/make-special-pages.ts'
import { planPages } from '../make/plan-pages.ts'
import { createCachedReader } from '../read/read-sources.ts'
import { loadSiteInput } from '../read/load-site-input.ts'
import { FileStates } from '../read/file-states.ts'
import { schemaFile } from './start-build.ts'
import { createWorkerPool, type WorkerPool } from '../workers/worker-pool.ts'

/** @property pages how many there are. */
export type SiteCheckResult = { problems: Problem[]; pageCount: number }

/**
 * Everything that is wrong in a site, and every placeholder. It goes a build's way up to where something would be written: side by side
 * where there is much, and no page stays in memory. Nothing is known of an earlier run, since what was found in it would be to be told
 * again.
 * @param dir the site's folder.
 */
export async function checkSite(dir: string): Promise<SiteCheckResult> {
  const pool = createWorkerPool({ usesMainThread: true })
  const scratch = await mkdtemp(join(tmpdir(), 'signpost-check-'))
  try {
    return await checkSiteWithPool(dir, scratch, pool)
  } finally {
    await pool.close()
    await rm(scratch, { recursive: true, force: true })
  }
}

/** @param scratch where the entries of sets lie for the threads. */
async function checkSiteWithPool(
  dir: string,
  scratch: string,
  pool: WorkerPool,
): Promise<SiteCheckResult> {
  const emptyCache = { setEntries: scratch, readSource: async () => undefined }
  const read = await loadSiteInput({
    dir,
    schemaFile,
    sets: emptyCache,
    reader: (pictures) =>
      createCachedReader(
        { cache: emptyCache, pool, schemaFile, states: new FileStates(undefined, pictures) },
        pictures,
      ),
    onSettings: () => {},
  })
  if (!read.sources) return { problems: sortProblems(read.problems), pageCount: 0 }
  const { sources, shared, publicFiles, dates } = read
  const input = { ...read.plainInput, reportPlaceholders: true }
  const plan = planPages({ sources, merged: shared.merged, shared: input, entries: scratch })
  const made = await makeAllPages({ plan, shared, input, pool, onProgress: () => {} })
  // What the threads hold is not needed for what all pages together say.
  await pool.close()
  const smallPages = makeSpecialPages({ shared, input })
  const { pages, problems } = checkAcrossPages({
    shared,
    pages: [...made.pages, ...smallPages.pages],
    notFound: smallPages.notFound,
    publicFiles,
    dates,
  })
  const allProblems = [...read.problems, ...made.problems, ...smallPages.problems, ...problems]
  return {
    problems: sortProblems(hideSecondaryProblems(collapseRowProblems(allProblems))),
    pageCount: pages.length,
  }
}
