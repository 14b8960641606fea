/** `npm run routes`: one table of every address of a site, as search engines find it. */
import { stripTrailingSlash } from '../schema/resolve/route-paths.ts'
import { isRouteBelow } from '../schema/resolve/collect-articles.ts'
import { assertKind } from './pages/assert-kind.ts'
import { collectRoutes } from './routes/collect-routes.ts'
import { findCompetitors } from './routes/find-competitors.ts'
import { formatRoute, formatRoutesReport, formatWorklist } from './routes/format-report.ts'
import { listThinPages } from './routes/list-thin-pages.ts'
import { printReport } from './report/print-report.ts'
import { readReportedDocuments } from './shared/read-site-report.ts'
import { defineCommand, runCommand, UsageError } from './shared/command.ts'
import { formatOption, nowOption, readClock, siteOptions } from './shared/options.ts'
import type { Problem } from '../schema/problems/types.ts'
import type { ProblemCode } from '../schema/problems/problem-codes.ts'
import type { Route } from './routes/types.ts'
import papaparse from 'papaparse'
import { exclusionTexts } from './routes/format-table.ts'

/** How many thin pages are shown below the table, and as the worklist. */
const shownThinPages = { table: 5, worklist: 20 }

export const command = defineCommand({
  name: 'routes',
  forms: ['[/ADDRESS]'],
  arguments: { '/ADDRESS': 'Only this page and those below it.' },
  options: {
    kind: {
      value: 'KIND',
      help: 'Only pages of this kind, such as article, ppc, planned or redirect.',
    },
    worklist: 'Only the pages that look most like doorway pages, with what to add.',
    ...formatOption({ csv: 'spreadsheets' }),
    ...nowOption,
    ...siteOptions,
  },
  examples: {
    '': 'Show every address, contradictions, and the thinnest pages.',
    '/blog': 'Show a part of the site.',
    '--worklist --kind location': 'Show which town pages say too little.',
    '--format csv > routes.csv': 'Open the table in a spreadsheet.',
  },
  async run(
    { site: dir, kind, worklist: isWorklist, format, now = readClock() },
    [prefix, ...more],
  ) {
    if (more.length > 0) throw new UsageError('Name one address, such as /blog')
    if (prefix !== undefined && !prefix.startsWith('/'))
      throw new UsageError(`An address starts with /, unlike "${prefix}"`)
    if (isWorklist && format === 'csv')
      throw new UsageError('--worklist has no csv. Sort the table by own_text_percent')
    const site = await readReportedDocuments(dir, true, { now })
    assertKind(kind, site.shared.schema, ['planned', 'redirect', 'gone'])
    const all = collectRoutes(site)
    const routes = all.filter(
      (route) => (kind === undefined || route.kind === kind) && isAtOrBelow(route.address, prefix),
    )
    if (format === 'csv') {
      console.log(formatCsv(routes))
      return routes.length > 0 ? 0 : 1
    }
    const [first] = routes
    if (!first) {
      console.error('No address matches.')
      return 1
    }
    const limit = isWorklist ? shownThinPages.worklist : shownThinPages.table
    const { thin: worklist, count: thinCount } = listThinPages(site, routes, limit)
    const isWhole = routes.length === all.length
    const problems = pickSearchProblems(site.problems, isWhole ? undefined : routes)
    const addresses = new Set(routes.map(({ address }) => address))
    const competing = findCompetitors(site).filter(({ pages }) =>
      pages.some(({ address }) => addresses.has(address)),
    )
    const report = { site: dir, routes, problems, worklist, thinCount, competing }
    printReport(format, { routes, problems, worklist, thinCount, competing }, () => {
      if (isWorklist) return formatWorklist(report)
      return routes.length === 1 ? formatRoute(first, report) : formatRoutesReport(report)
    })
    return 0
  },
})

const isAtOrBelow = (address: string, prefix = '/') =>
  address === prefix || isRouteBelow(address, stripTrailingSlash(prefix))

/** The problems that are about what search engines list, and how. */
const searchCodes = new Set<ProblemCode>([
  'NOINDEX_IN_SITEMAP',
  'NOINDEX_IN_MENU',
  'INDEXED_PPC_PAGE',
  'LISTED_PPC_PAGE',
  'ALIAS_OF_UNLISTED_PAGE',
  'UNLINKED_PAGE',
  'UNLISTED_ARTICLE',
  'LINK_TO_ALIAS',
  'ADDRESS_GONE',
  'DUPLICATE_TITLE',
  'REPEATED_TITLE',
  'DUPLICATE_DESCRIPTION',
  'REPEATED_HEADING',
  'MAIN_HEADING_COUNT',
  'TITLE_TOO_LONG',
  'DESCRIPTION_TOO_LONG',
  'DESCRIPTION_WITHOUT_BUSINESS',
  'NEAR_DUPLICATE',
  'UNDATED_CHANGE',
  'UNPRINTED_STRUCTURED_DATA',
])

/** @param routes the addresses whose problems to pick; all problems if left out */
function pickSearchProblems(problems: Problem[], routes?: Route[]): Problem[] {
  const addresses = routes && new Set(routes.map(({ address }) => address))
  // Each of these messages names its pages.
  const namesAddress = ({ message }: Problem) =>
    message.split(/[\s,]+/).some((word) => addresses?.has(word.replace(/[.?]$/, '')))
  return problems.filter(
    (problem) => searchCodes.has(problem.code) && (!addresses || namesAddress(problem)),
  )
}

runCommand(import.meta.url, command)

/** One row for each address, as RFC 4180. */
function formatCsv(routes: Route[]): string {
  const rows = routes.map((route) => ({
    address: route.address,
    status: route.status,
    kind: route.kind,
    indexed: route.indexed ? 'yes' : 'no',
    reason: route.reason ? exclusionTexts[route.reason] : '',
    redirect_to: route.redirectTo ?? '',
    canonical: route.canonical ?? '',
    in_sitemap: route.inSitemap ? 'yes' : 'no',
    lastmod: route.lastmod ?? '',
    languages: route.languages.join(' '),
    title: route.title,
    title_length: route.titleLength,
    description: route.description,
    description_length: route.descriptionLength,
    h1: route.headings.join(' | '),
    json_ld_types: route.jsonLdTypes.join(' '),
    links_out: route.linksOut,
    links_in: route.linksIn,
    in_menus: route.inMenus ? 'yes' : 'no',
    depth: route.depth ?? '',
    words: route.words,
    own_text_percent: toPercent(route.ownShare),
    nearest: route.nearest?.address ?? '',
    nearest_percent: toPercent(route.nearest?.similarity),
    local_facts: route.localFacts.join(' '),
    placeholder: route.placeholder ? 'yes' : 'no',
    file: route.file,
    line: route.line,
  }))
  // A cell that a spreadsheet would run as a formula starts with an apostrophe.
  return papaparse.unparse(rows, { newline: '\r\n', escapeFormulae: true })
}

const toPercent = (share: number | undefined) =>
  share === undefined ? '' : Math.round(100 * share)
