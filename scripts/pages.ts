/** `npm run pages`: lists the pages of a site, all or those that contain some words. */
import { filterPages, formatPages, listPages } from './pages/list-pages.ts'
import { assertKind } from './pages/assert-kind.ts'
import { readReportedDocuments } from './shared/read-site-report.ts'
import { parseOptionsAndPositionals } from './shared/parse-options.ts'
import { assertReportFormat, printReport } from './shared/print-report.ts'
import { runCommand } from './shared/run-command.ts'
import { defineUsage, siteOption } from './shared/usage.ts'

const usage = defineUsage(
  'npm run pages -- [WORD …] [--kind KIND] [--site DIR] [--format text|json]',
  {
    'WORD …': 'Only pages with these words in their address, title, kind, status or file.',
    '--kind KIND': 'Only pages of this kind, such as article, ppc or planned.',
    ...siteOption,
    '--format FORMAT': 'text for people or json for tools. Default: text.',
  },
  {
    'npm run pages': 'List every page.',
    'npm run pages -- repairs --kind landing': 'List landing pages that contain a word.',
    'npm run pages -- --format json': 'List every page, for a program.',
    'npm run pages -- --site ../bakery': 'List the pages of another site.',
  },
)

export async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseOptionsAndPositionals(args, usage, {
    site: { type: 'string', default: '.' },
    kind: { type: 'string' },
    format: { type: 'string', default: 'text' },
  })
  const { site, kind, format } = values
  assertReportFormat(format, usage)
  const { shared, pages: summaries } = await readReportedDocuments(site, false, {
    everything: true,
  })
  const all = listPages({ ...shared, pages: summaries })
  assertKind(kind, shared.schema, ['planned'], usage)
  const ofKind = all.filter((page) => kind === undefined || page.kind === kind)
  const pages = filterPages(ofKind, positionals)
  printReport(format, pages, () =>
    [formatPages(pages), formatMatchCount(pages.length, all.length)].filter(Boolean).join('\n\n'),
  )
  return pages.length > 0 ? 0 : 1
}

const formatMatchCount = (count: number, all: number) =>
  count === all ? `${all} pages` : `${count} of ${all} pages`

runCommand(import.meta.url, usage, main)
