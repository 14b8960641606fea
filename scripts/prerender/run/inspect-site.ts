import { listServiceParts, type ServiceParts } from '../../../schema/days/coming-changes.ts'
import { sortProblems, arrangeProblems } from '../../../schema/problems/arrange-problems.ts'
import type { Problem } from '../../../schema/problems/problem.ts'
import type { PageSummary } from '../../../schema/resolve/page-summary.ts'
import type { ResolvedPage } from '../../../schema/resolve/page/page-types.ts'
import type { ResolvedSite, Edition } from '../../../schema/resolve/resolve-site.ts'
import { collectAddresses } from '../../../schema/resolve/site-addresses.ts'
import { assertCurrentSchema } from '../../generate/assert-current-schema.ts'
import { projectRoot } from '../bundle/bundle.ts'
import { resolveWholeSite } from '../read/resolve-pages.ts'
import { Session, type SessionOptions } from '../read/session.ts'
import { refuse } from '../../shared/user-error.ts'
import { run, type CheckedRun, type ReadSite, type RunOptions } from './run.ts'
import { listComingChanges, listDatedParts } from '../../../schema/days/coming-changes.ts'
import { formatMoment } from '../../../schema/days/moment.ts'
import { problemCodes } from '../../../schema/problems/problem-codes.ts'

type SiteCheckResult = {
  /** Every problem of a site, and every placeholder. */
  problems: Problem[]
  pageCount: number
  /** How many drafts were left out. */
  draftCount: number
  /** The number of upcoming changes that were not checked, because there are many. */
  uncheckedChanges: number
  /** The next day on which a build would differ, such as 2026-12-24. */
  nextChange?: string
  /** What depends on services in the settings. */
  serviceParts: ServiceParts[]
  /** Undefined if there is no pages.yaml. */
  checked?: ReadSite
}

/** A site with all its pages, in memory, for reports. If a problem is an error, it may be incomplete. */
export type WholeSite = ResolvedSite & {
  pages: ResolvedPage[]
  notFound: ResolvedPage | undefined
  problems: Problem[]
  /** The URL paths of the files in public/. */
  publicFiles: Set<string>
  /** A summary of each page. */
  summaries: PageSummary[]
}

/** @property run undefined if there is no pages.yaml */
type Inspection = { run?: CheckedRun; problems: Problem[] }

/** Checked once per process, since the schema is loaded once. */
let assertedSchema: Promise<void> | undefined

/**
 * Runs a site without writing anything, and uses nothing of earlier runs, since their problems must
 * be reported again.
 * @throws UserError if the generated schema is out of date
 */
async function inspect(options: SessionOptions, how: RunOptions = {}): Promise<Inspection> {
  await (assertedSchema ??= assertCurrentSchema(projectRoot))
  const result = await run(new Session({ ...options, reportNotes: true }), how)
  if (result.status === 'done') return { run: result, problems: arrangeProblems(result.problems) }
  return { problems: result.status === 'failed' ? sortProblems(result.problems) : [] }
}

/**
 * Finds every problem of a site, and every placeholder, and keeps no page in memory.
 * @param site the site's folder.
 * @param edition also says on which day the evidence of facts is compared.
 * @param options.looksAhead whether to report the errors of coming days, too.
 */
export async function checkSite(
  site: string,
  edition: Edition = {},
  { looksAhead = false } = {},
): Promise<SiteCheckResult> {
  const check = (at: Edition) => inspect({ site, edition: at }, { comparesEvidence: true })
  const { problems, run: checked } = await check(edition)
  if (!checked)
    return { problems, pageCount: 0, draftCount: 0, uncheckedChanges: 0, serviceParts: [] }
  const { input, pages } = checked
  const checkAt = async (now: string) =>
    (await check({ ...edition, moment: { ...edition.moment, now } })).problems
  const coming = looksAhead
    ? await findComingErrors({ resolved: input.resolved, pages, problems }, checkAt)
    : { errors: [], leftOut: 0 }
  const addresses = [...collectAddresses(input.resolved).values()]
  const { now, timeZone } = input.resolved.context.moment
  const [next] = listComingChanges(listDatedParts(input.resolved.site, pages), now)
  return {
    ...(next && { nextChange: formatMoment(next.at, timeZone) }),
    problems: coming.errors.length > 0 ? sortProblems([...problems, ...coming.errors]) : problems,
    uncheckedChanges: coming.leftOut,
    serviceParts: listServiceParts(input.resolved.site, pages, input.resolved.context.moment),
    pageCount: pages.length,
    draftCount: addresses.filter(({ kind, address, page }) => {
      return kind === 'draft' && address === page?.route
    }).length,
    checked: { ...input, pages },
  }
}

/**
 * Reads a whole site, for reports. Its problems are those of `checkSite` where its placeholders are
 * shown, as they are here.
 * @param site the site's folder.
 * @throws UserError if there is no pages.yaml
 */
export async function readWholeSite(
  site: string,
  edition: Omit<Edition, 'launch'> = {},
): Promise<WholeSite> {
  // A report includes placeholders.
  const whole = { ...edition, launch: false }
  const { run: inspected, problems } = await inspect({ site, edition: whole, recordsDates: true })
  if (!inspected) return refuse(`There is no pages.yaml in ${site} that can be read.`)
  const { dates, publicFolder, resolved } = inspected.input
  const all = resolveWholeSite(resolved)
  return {
    ...all,
    pages: all.pages.map((page) => {
      const lastmod = dates.findDate(page.route, page.meta.contentHash)
      return { ...page, meta: { ...page.meta, lastmod } }
    }),
    ...{ problems, publicFiles: publicFolder.files, summaries: inspected.pages },
  }
}

/**
 * Summarizes the pages of a site, and keeps no whole page in memory. The problems are those of
 * `checkSite`.
 * @param site the site's folder.
 * @returns undefined if there is no pages.yaml
 */
export async function readSitePages(site: string, edition: Edition = {}) {
  const { run: inspected, problems } = await inspect({ site, edition })
  if (!inspected) return undefined
  const { input, made, pages } = inspected
  // With planned pages at the end, and the date of the last change of each.
  return { resolved: input.resolved, problems, pages, notFound: made.notFound }
}

/** Each moment takes as long as a check. */
const maxMoments = 12

/**
 * Finds the errors that a site will have when something begins or ends, and does not have yet.
 * @param checkAt returns the problems of another moment
 * @returns each error once, as a warning; and how many further moments were not looked at
 */
async function findComingErrors(
  { resolved, pages, problems }: Pick<ReadSite, 'resolved' | 'pages' | 'problems'>,
  checkAt: (now: string) => Promise<Problem[]>,
): Promise<{ errors: Problem[]; leftOut: number }> {
  const { now, timeZone } = resolved.context.moment
  const parts = listDatedParts(resolved.site, pages).filter(({ isHarmless }) => !isHarmless)
  const coming = listComingChanges(parts, now)
  const toKey = ({ code, file, line, column, found }: Problem) =>
    [code, file, line, column, found].join('\n')
  const known = new Set(problems.map(toKey))
  const errors: Problem[] = []
  for (const { at } of coming.slice(0, maxMoments)) {
    for (const problem of await checkAt(new Date(at).toISOString())) {
      if (problem.severity !== 'error' || known.has(toKey(problem))) continue
      known.add(toKey(problem))
      errors.push(toWarning(problem, formatMoment(at, timeZone)))
    }
  }
  return { errors, leftOut: Math.max(0, coming.length - maxMoments) }
}

/** No correction is offered, because the site is correct until then. */
function toWarning({ correction: _, message, ...problem }: Problem, day: string): Problem {
  const { severity } = problemCodes.BREAKS_LATER
  return { ...problem, severity, code: 'BREAKS_LATER', message: `Starting ${day}: ${message}` }
}
