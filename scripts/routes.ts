/** `npm run routes`: one table of every address of a site, as search engines find it. */
import { assertKind } from './pages/assert-kind.ts'
import { collectRoutes } from './routes/collect-routes.ts'
import { formatCsv } from './routes/format-csv.ts'
import { formatTable } from './routes/format-table.ts'
import { parseOptionsAndPositionals } from './shared/parse-options.ts'
import { assertReportFormat, printReport } from './shared/print-report.ts'
import { readReportedDocuments } from './shared/read-site-report.ts'
import { runCommand } from './shared/run-command.ts'
import { defineUsage, siteOption } from './shared/usage.ts'

const usage = defineUsage(
  'npm run routes -- [/ADDRESS] [--kind KIND] [--site DIR] [--format text|json|csv]',
  {
    '/ADDRESS': 'Only addresses that start with this.',
    '--kind KIND': 'Only pages of this kind, such as article, ppc, planned or redirect.',
    ...siteOption,
    '--format FORMAT': 'text for people, json for tools, csv for spreadsheets. Default: text.',
  },
  {
    'npm run routes': 'Show every address of the site.',
    'npm run routes -- /blog': 'Show a part of the site.',
    'npm run routes -- --format csv > routes.csv': 'Open the table in a spreadsheet.',
  },
)

export async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseOptionsAndPositionals(args, usage, {
    site: { type: 'string', default: '.' },
    kind: { type: 'string' },
    format: { type: 'string', default: 'text' },
  })
  const { site: dir, kind, format } = values
  assertReportFormat(format, usage, ['text', 'json', 'csv'])
  const site = await readReportedDocuments(dir)
  assertKind(kind, site.shared.schema, ['planned', 'redirect', 'gone'], usage)
  const routes = collectRoutes(site).filter(
    (route) =>
      (kind === undefined || route.kind === kind) &&
      positionals.every((prefix) => route.address.startsWith(prefix)),
  )
  if (format === 'csv') console.log(formatCsv(routes))
  else printReport(format, { routes }, () => formatTable(routes))
  return routes.length > 0 ? 0 : 1
}

runCommand(import.meta.url, usage, main)
