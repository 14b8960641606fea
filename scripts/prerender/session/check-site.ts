import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hideSecondaryProblems, sortProblems } from '../../../schema/problems/problem.ts'
import { collapseRowProblems } from '../../../schema/sets/collapse-row-problems.ts'
import { checkAcrossPages } from '../make/check-across-pages.ts'
import { makeSpecialPages } from '../make/make-special-pages.ts'
import { FileStates } from '../read/file-states.ts'
import { loadSiteInput } from '../read/load-site-input.ts'
import { createCachedReader } from '../read/read-sources.ts'
import { createWorkerPool } from '../workers/worker-pool.ts'
import { Session } from './session.ts'
import type { Problem } from '../../../schema/problems/types.ts'

export type SiteCheckResult = { problems: Problem[]; pageCount: number }

/**
 * Finds every problem of a site, and every placeholder. It takes the path of a build, but renders and
 * writes nothing, and uses nothing of earlier runs, since their problems must be reported again.
 * @param site the site's folder.
 */
export async function checkSite(site: string): Promise<SiteCheckResult> {
  const pool = createWorkerPool({ usesMainThread: true })
  // Threads read the entries of sets from here.
  const setEntries = await mkdtemp(join(tmpdir(), 'signpost-check-'))
  const cache = { setEntries, readSource: async () => undefined }
  const session = new Session({
    site,
    cache,
    pool,
    reportPlaceholders: true,
    load: (options) =>
      loadSiteInput({
        ...options,
        reader: (pictures) => {
          const states = new FileStates(undefined, pictures)
          return createCachedReader(
            { cache, pool, schemaFile: options.schemaFile, states },
            pictures,
          )
        },
        sets: cache,
        onSettings: () => {},
      }),
  })
  try {
    const input = await session.read()
    if (!input.sources) return { problems: sortProblems(input.problems), pageCount: 0 }
    const { shared, plainInput, publicFiles, dates } = input
    const made = await session.make(input, session.plan(input))
    // Frees the threads' memory for the checks across pages.
    await pool.close()
    const special = makeSpecialPages({ shared, input: { ...plainInput, reportPlaceholders: true } })
    const checked = checkAcrossPages({
      shared,
      pages: [...made.pages, ...special.pages],
      notFound: special.notFound,
      publicFiles,
      dates,
    })
    const problems = [...input.problems, ...made.problems, ...special.problems, ...checked.problems]
    return {
      problems: sortProblems(hideSecondaryProblems(collapseRowProblems(problems))),
      pageCount: checked.pages.length,
    }
  } finally {
    await pool.close()
    await rm(setEntries, { recursive: true, force: true })
  }
}
