import { formatProblems, summarizeProblems } from '../../schema/problems/format-problems.ts'
import type { Problem } from '../../schema/problems/types.ts'
import { formatCount } from '../../schema/util/format-first-items.ts'
import { formatCommand } from '../launch/commands.mjs'
import { toSiteArgs } from '../shared/usage.ts'
import type { CompetingPages } from './find-competitors.ts'
import { exclusionTexts, formatShare, formatTable } from './format-table.ts'
import type { ThinPage } from './list-thin-pages.ts'
import type { Route } from './types.ts'

type RoutesReport = {
  /** The folder of the site. */
  site: string
  routes: Route[]
  /** The problems that `check` reports about these addresses. */
  problems: Problem[]
  /** The thinnest pages, and the number of all thin ones. */
  worklist: ThinPage[]
  thinCount: number
  /** Pages that answer the same search. */
  competing: CompetingPages[]
}

/** Formats the table, what contradicts itself in it, and the pages to work on. */
export const formatRoutesReport = (report: RoutesReport): string =>
  [
    formatTable(report.routes),
    formatContradictions(report.problems),
    formatWorklistSummary(report),
    formatCompeting(report),
  ].join('\n\n')

const formatContradictions = (problems: Problem[]) =>
  problems.length === 0
    ? 'Contradictions: none'
    : `Contradictions: ${summarizeProblems(problems)}\n\n${formatProblems(problems)}`

function formatWorklistSummary({ site, worklist, thinCount: count }: RoutesReport): string {
  if (count === 0) return 'No page looks like a doorway.'
  const lines = worklist.map(
    ({ address, ownWords, words }) =>
      `  ${address}  ${ownWords} of ${words} words are on no other page`,
  )
  return [
    `Most like doorways (${worklist.length} of ${count}), the thinnest first:`,
    ...lines,
    `What to add: ${formatCommand('routes', ['--worklist', ...toSiteArgs(site)])}`,
  ].join('\n')
}

function formatCompeting({ site, competing }: RoutesReport): string {
  if (competing.length === 0) return 'No pages answer the same search.'
  const groups = competing.map(({ about, pages }) =>
    [
      `  ${about}`,
      ...pages.map(
        ({ address, service, price }) =>
          `    ${address}  ${service}${price === undefined ? '' : `, ${price}`}`,
      ),
    ].join('\n'),
  )
  const [kept, merged] = competing[0]!.pages
  const command = formatCommand('delete', [
    ...[merged!.address, '--to', kept!.address, '--dry-run', ...toSiteArgs(site)],
  ])
  return [
    `Pages that answer the same search, and compete for it (${competing.length}):`,
    ...groups,
    `To merge two of them, so that the address and all links of one lead to the other: ${command}`,
  ].join('\n')
}

/** Formats the pages to work on, with what to do. */
export const formatWorklist = ({ worklist, thinCount }: RoutesReport): string =>
  thinCount === 0
    ? 'No page looks like a doorway.'
    : [
        ...worklist.map(formatThinPage),
        worklist.length < thinCount ? `… and ${thinCount - worklist.length} more pages` : '',
      ]
        .filter(Boolean)
        .join('\n\n')

function formatThinPage(page: ThinPage, index: number): string {
  const { address, file, line, words, ownWords, ownShare, nearest, localFacts } = page
  const facts = localFacts.length === 0 ? 'none' : localFacts.join(', ')
  return [
    `${index + 1}. ${address}  ${file}:${line}`,
    `   words        ${words}, of which ${ownWords} (${formatShare(ownShare)}) are on no other page`,
    `   local facts  ${facts}`,
    nearest
      ? `   nearest      ${nearest.address}, ${formatShare(nearest.similarity)} the same, not counting place names`
      : '',
    ...page.sharedPhrases.map((phrase) => `                "${truncate(phrase)}"`),
    ...page.advice.map((text) => `   → ${text}`),
  ]
    .filter(Boolean)
    .join('\n')
}

const maxPhraseLength = 80

const truncate = (text: string) =>
  text.length > maxPhraseLength ? `${text.slice(0, maxPhraseLength - 1)}…` : text

/** Formats everything that is known about one address. */
export function formatRoute(
  route: Route,
  { problems, worklist }: Pick<RoutesReport, 'problems' | 'worklist'>,
): string {
  const { reason, nearest, inMenus } = route
  const rows: [name: string, value: string | number | undefined][] = [
    ['status', route.status],
    ['kind', route.kind],
    ['redirects to', route.redirectTo],
    ['indexed', reason === undefined ? 'yes' : `no: ${exclusionTexts[reason]}`],
    ['canonical', route.canonical],
    ['in the sitemap', route.inSitemap ? 'yes' : 'no'],
    ['lastmod', route.lastmod],
    ['languages', route.languages.join(', ')],
    ['title', formatWithLength(route.title)],
    ['description', formatWithLength(route.description)],
    ['h1', route.headings.join(' | ')],
    ['JSON-LD', route.jsonLdTypes.join(', ')],
    ['links in', formatCount(route.linksIn, 'page') + (inMenus ? ', and the menus' : '')],
    ['links out', formatCount(route.linksOut, 'page')],
    ['depth', route.depth === undefined ? 'no way from the home page' : route.depth],
    ['words', route.words],
    ['own text', formatShare(route.ownShare)],
    ['nearest', nearest && `${nearest.address}, ${formatShare(nearest.similarity)} the same`],
    ['local facts', route.localFacts.join(', ')],
  ]
  const shown = rows.filter(([, value]) => value !== undefined && value !== '')
  return [
    `${route.address}  ${route.file}:${route.line}`,
    ...shown.map(([name, value]) => `  ${name.padEnd(14)}  ${value}`),
    ...worklist.flatMap(({ advice }) => advice.map((text) => `  → ${text}`)),
    ...(problems.length > 0 ? ['', formatContradictions(problems)] : []),
  ].join('\n')
}

const formatWithLength = (text: string) => (text === '' ? '' : `${text} (${text.length})`)
