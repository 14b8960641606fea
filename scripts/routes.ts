/** `npm run routes`: one table of every address of a site, as search engines find it. */
import { assertKind } from './pages/assert-kind.ts'
import { collectRoutes } from './routes/collect-routes.ts'
import { formatCsv } from './routes/format-csv.ts'
import { formatRoute, formatRoutesReport, formatWorklist } from './routes/format-report.ts'
import { listThinPages } from './routes/list-thin-pages.ts'
import { pickSearchProblems } from './routes/search-problems.ts'
import { nowOption, readNow } from './shared/now-option.ts'
import { parseOptionsAndPositionals } from './shared/parse-options.ts'
import { assertReportFormat, printReport } from './shared/print-report.ts'
import { readReportedDocuments } from './shared/read-site-report.ts'
import { runCommand } from './shared/run-command.ts'
import { defineUsage, siteOption, UsageError } from './shared/usage.ts'

const usage = defineUsage(
  'npm run routes -- [/ADDRESS] [--kind KIND] [--worklist] [--site DIR] [--now TIME] [--format text|json|csv]',
  {
    '/ADDRESS': 'Only this page and those below it.',
    '--kind KIND': 'Only pages of this kind, such as article, ppc, planned or redirect.',
    '--worklist': 'Only the pages that look most like doorway pages, with what to add.',
    ...siteOption,
    ...nowOption,
    '--format FORMAT': 'text for people, json for tools, csv for spreadsheets. Default: text.',
  },
  {
    'npm run routes': 'Show every address, contradictions, and the thinnest pages.',
    'npm run routes -- /blog': 'Show a part of the site.',
    'npm run routes -- --worklist --kind location': 'Show which town pages say too little.',
    'npm run routes -- --format csv > routes.csv': 'Open the table in a spreadsheet.',
    'npm run routes -- --now 2027-01-31': 'List the addresses of that day.',
    'npm run routes -- --site ../bakery': 'List the addresses of another site.',
  },
)

/** How many thin pages are shown below the table, and as the worklist. */
const shownThinPages = { table: 5, worklist: 20 }

export async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseOptionsAndPositionals(args, usage, {
    site: { type: 'string', default: '.' },
    kind: { type: 'string' },
    worklist: { type: 'boolean', default: false },
    now: { type: 'string' },
    format: { type: 'string', default: 'text' },
  })
  const { site: dir, kind, worklist: isWorklist, format } = values
  const now = readNow(values.now, usage)
  const [prefix, ...more] = positionals
  if (more.length > 0) throw new UsageError('Name one address, such as /blog', usage)
  if (prefix !== undefined && !prefix.startsWith('/'))
    throw new UsageError(`An address starts with /, unlike "${prefix}"`, usage)
  assertReportFormat(format, usage, ['text', 'json', 'csv'])
  if (isWorklist && format === 'csv')
    throw new UsageError('--worklist has no csv. Sort the table by own_text_percent', usage)
  const site = await readReportedDocuments(dir, true, { now })
  assertKind(kind, site.shared.schema, ['planned', 'redirect', 'gone'], usage)
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
  const report = { site: dir, routes, problems, worklist, thinCount }
  printReport(format, { routes, problems, worklist, thinCount }, () => {
    if (isWorklist) return formatWorklist(report)
    return routes.length === 1 ? formatRoute(first, report) : formatRoutesReport(report)
  })
  return 0
}

const isAtOrBelow = (address: string, prefix = '/') =>
  prefix === '/' ? true : address === prefix || address.startsWith(`${prefix.replace(/\/$/, '')}/`)

runCommand(import.meta.url, usage, main)
