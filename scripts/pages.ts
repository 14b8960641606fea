/** `npm run pages`: lists the pages of a site, all or those that contain some words. */
import { filterPages, formatPages, listPages } from './pages/list-pages.ts'
import { assertKind } from './pages/assert-kind.ts'
import { readReportedDocuments } from './shared/read-site-report.ts'
import { printReport } from './report/print-report.ts'
import { defineCommand, runCommand } from './shared/command.ts'
import { formatOption, siteOptions } from './shared/options.ts'
import { joinSections } from './report/print-text.ts'

export const command = defineCommand({
  name: 'pages',
  forms: ['[WORD …]'],
  arguments: {
    'WORD …': 'Only pages with these words in their address, title, kind, status or file.',
  },
  options: {
    kind: { value: 'KIND', help: 'Only pages of this kind, such as article, ppc or planned.' },
    ...formatOption(),
    ...siteOptions,
  },
  examples: {
    '': 'List every page.',
    'repairs --kind landing': 'List landing pages that contain a word.',
  },
  async run({ site, kind, format }, words) {
    const { shared, pages: summaries } = await readReportedDocuments(site, false, {
      everything: true,
    })
    const all = listPages({ ...shared, pages: summaries })
    assertKind(kind, shared.schema, ['planned'])
    const ofKind = all.filter((page) => kind === undefined || page.kind === kind)
    const pages = filterPages(ofKind, words)
    printReport(format, pages, () =>
      joinSections([formatPages(pages), formatMatchCount(pages.length, all.length)]),
    )
    return pages.length > 0 ? 0 : 1
  },
})

const formatMatchCount = (count: number, all: number) =>
  count === all ? `${all} pages` : `${count} of ${all} pages`

runCommand(import.meta.url, command)
