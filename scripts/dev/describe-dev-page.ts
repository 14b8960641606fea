import { localizeCommands } from '../launch/commands.mjs'
import { resolve } from 'node:path'
import type { DevPage, DevLocation, DevProblem } from '../../renderer/dev/dev-page.ts'
import { getShareImage } from '../../renderer/share-image.ts'
import type { SiteData } from '../../schema/page-data.ts'
import { hideSecondaryProblems, sortProblems } from '../../schema/problems/arrange-problems.ts'
import type { Problem } from '../../schema/problems/types.ts'
import type { MergedSite } from '../../schema/resolve/merge-sources.ts'
import type { ResolvedPage } from '../../schema/resolve/page/page-types.ts'
import type { SharedSite } from '../../schema/resolve/resolve-site.ts'
import { collectBuiltAddresses } from '../../schema/resolve/site-addresses.ts'
import { descriptionLimit, titleLimit } from '../../schema/rules/head-limits.ts'
import type { FileLine } from '../../schema/source/position-types.ts'
import type { SourceLocation } from '../../schema/source/types.ts'
import { listPage, type PageListing } from '../pages/list-pages.ts'
import { toFileLine } from '../../schema/util/to-file-line.ts'

type DevPageInput = {
  page: ResolvedPage
  shared: SharedSite
  site: SiteData
  /** The folder of the site. */
  dir: string
  /** All problems of the site. */
  problems: Problem[]
}

const reasons: Record<PageListing['status'], string> = {
  listed: 'It is in sitemap.xml, and search engines may show it.',
  noindex: 'It has noindex: true.',
  ppc: 'Pages of the kind ppc are for visitors from ads.',
  planned: 'It is planned, but not written.',
  draft: 'It is a draft: npm run build leaves it out.',
  scheduled: 'It is not published yet: npm run build leaves it out.',
  ended: 'It has ended: npm run build leaves it out.',
}

/** Describes a page for the development bar. */
export function describeDevPage({ page, shared, site, dir, problems }: DevPageInput): DevPage {
  const addresses = collectBuiltAddresses(shared)
  const { file, line, row, status } = listPage(addresses, page)
  const { title, description, canonical } = page.data.head
  const image = getShareImage(page.data, site)
  const toDevLocation = (target: { file: string; line?: number }) => createDevLocation(dir, target)
  const reported = sortProblems(hideSecondaryProblems(problems)).filter(isDevProblem)
  const isHere = createPageFilter(page, shared.merged, { file, line })
  const own = reported.filter(isHere)
  return {
    route: page.route,
    location: toDevLocation({ file, line }),
    ...(row && { row: toDevLocation(row) }),
    status: {
      isListed: status === 'listed',
      ...(status === 'draft' && { isDraft: true }),
      reason: localizeCommands(reasons[status]),
    },
    title: { text: title, limit: titleLimit },
    description: { text: description, limit: descriptionLimit },
    siteName: site.name,
    address: canonical,
    ...(image && { shareImage: { path: new URL(image.url).pathname, alt: image.alt } }),
    placeholderCount: page.findings.placeholders.length,
    problems: own.map(({ severity, message, suggestion, fix, file, line }) => ({
      severity,
      message: suggestion === undefined ? message : `${message} Did you mean "${suggestion}"?`,
      fix: localizeCommands(fix),
      location: toDevLocation({ file, line }),
    })),
    otherProblemCount: reported.length - own.length,
  }
}

const isDevProblem = (
  problem: Problem,
): problem is Problem & { severity: DevProblem['severity'] } => problem.severity !== 'note'

function createDevLocation(
  dir: string,
  { file, line }: { file: string; line?: number },
): DevLocation {
  const position = line === undefined ? '' : `:${line}`
  return {
    label: file + position,
    editorUrl: `/__open-in-editor?file=${encodeURIComponent(resolve(dir, file) + position)}`,
  }
}

/** @returns a function that tells whether a problem lies in the lines of a page, or in its row. */
function createPageFilter(
  page: ResolvedPage,
  merged: MergedSite,
  { file, line: start }: FileLine,
): (problem: Problem) => boolean {
  const following = listEntryLines(page.location, merged).filter(
    (entry) => entry.file === file && entry.line > start,
  )
  const end = Math.min(Number.POSITIVE_INFINITY, ...following.map(({ line }) => line))
  return ({ setOrigin, file: at, line = 0 }) =>
    setOrigin ? setOrigin.route === page.route : at === file && line >= start && line < end
}

/** Lists where the sections and the pages of a file begin. */
function listEntryLines({ source }: SourceLocation, { pages }: MergedSite): FileLine[] {
  const sections = Object.keys((source.value ?? {}) as object).map((section) => [section])
  const entries = [...pages.values()].filter(({ location }) => location.source === source)
  return [...sections, ...entries.map(({ location }) => location.path)].map((path) =>
    toFileLine({ source, path, target: 'key' }),
  )
}
