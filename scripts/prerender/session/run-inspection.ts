import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatDay } from '../../../schema/days/moment.ts'
import { hideSecondaryProblems, sortProblems } from '../../../schema/problems/arrange-problems.ts'
import type { Problem } from '../../../schema/problems/types.ts'
import type { PageSummary } from '../../../schema/resolve/page-summary.ts'
import { collapseRowProblems } from '../../../schema/sets/collapse-row-problems.ts'
import type { SiteEdition } from '../../../schema/site-edition.ts'
import { assertCurrentSchema } from '../../generate/assert-current-schema.ts'
import { bundle } from '../bundle/bundle.ts'
import type { PageDocument } from '../documents/document-types.ts'
import type { DocumentRenderer } from '../documents/page-document.ts'
import { checkAcrossPages } from '../make/check-across-pages.ts'
import { makeSpecialPages } from '../make/make-special-pages.ts'
import { createStatReader } from '../read/read-sources.ts'
import type { SiteInput } from '../read/site-input.ts'
import { createWorkerPool } from '../workers/worker-pool.ts'
import { Session } from './session.ts'
import { projectRoot } from './workspace.ts'

type InspectionOptions = {
  recordsDates?: boolean
  /** Whether evidence is compared with the day of the moment. */
  comparesEvidence?: boolean
  readsDocuments?: boolean
}

type Inspection = {
  session: Session
  /** Undefined if there is no pages.yaml. */
  input?: SiteInput
  problems: Problem[]
  pages: PageSummary[]
  notFound?: PageSummary
  documents: Map<string, PageDocument>
  /** Renders documents that are read. */
  renderer?: DocumentRenderer
}

/**
 * Takes the path of a build, but writes nothing, renders only what is read, and uses nothing of
 * earlier runs, since their problems must be reported again.
 * @throws UserError if the generated schema is out of date.
 */
export async function runInspection(
  site: string,
  edition: SiteEdition,
  { recordsDates, comparesEvidence, readsDocuments }: InspectionOptions,
): Promise<Inspection> {
  await assertCurrentSchema(projectRoot)
  const pool = createWorkerPool({ usesMainThread: true })
  // Threads read the entries of sets from here.
  const setEntries = await mkdtemp(join(tmpdir(), 'signpost-check-'))
  const cache = { setEntries, readSource: async () => undefined }
  const session = new Session({
    site,
    edition,
    cache,
    pool,
    reportNotes: true,
    firstRead: {
      reader: createStatReader(undefined, { site, cache, pool }).reader,
      recordsDates,
    },
  })
  try {
    const input = await session.read()
    if (!input.sources) {
      const problems = sortProblems(input.problems)
      return { session, problems, pages: [], documents: new Map() }
    }
    const { shared, plainInput, publicFolder, dates } = input
    // The texts of a page do not depend on its scripts, which would take longer to bundle.
    const bundled =
      readsDocuments && shared.site
        ? await bundle(projectRoot, { application: false, site })
        : undefined
    const made = await session.make(input, session.plan(input), {
      reads: bundled && { renderer: bundled.rendererModule },
    })
    // Frees the threads' memory for the checks across pages.
    await pool.close()
    const special = makeSpecialPages({
      shared,
      input: { ...plainInput, reportNotes: true },
      reads: bundled,
    })
    const checked = checkAcrossPages({
      shared,
      pages: [...made.pages, ...special.pages],
      notFound: special.notFound,
      unusedPlanned: special.unusedPlanned,
      publicFiles: publicFolder.files,
      dates,
      ...(comparesEvidence && { today: formatDay(shared.context.moment) }),
    })
    const problems = [...input.problems, ...made.problems, ...special.problems, ...checked.problems]
    return {
      session,
      input,
      problems: sortProblems(hideSecondaryProblems(collapseRowProblems(problems))),
      pages: checked.pages,
      notFound: special.notFound,
      documents: new Map([...made.documents, ...special.documents]),
      renderer: bundled,
    }
  } finally {
    await pool.close()
    await rm(setEntries, { recursive: true, force: true })
  }
}
