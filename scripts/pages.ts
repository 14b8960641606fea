/**
 * `npm run pages`: lists the pages of a site, all or those with some words, and tells what is at an
 * address.
 */
import { isRouteBelow } from '../schema/resolve/collect-articles.ts'
import { stripTrailingSlash } from '../schema/util/route-paths.ts'
import type { Schema } from '../schema/validate/json-schema.ts'
import { findNearestName, formatNameList } from '../schema/validate/nearest-name.ts'
import { answerAddress } from './report/answer-address.ts'
import { listOtherAddresses } from './report/list-addresses.ts'
import { filterPages, listNotFound, listPages } from './report/list-pages.ts'
import { measurePages } from './report/measure-pages.ts'
import {
  allColumns,
  columnGroups,
  tabulatePages,
  type PageColumn,
  type PageRow,
} from './report/page-columns.ts'
import { printReport } from './report/print-report.ts'
import { defineCommand, runCommand, UsageError } from './shared/command.ts'
import { formatOption, nowOption, readClock, siteOptions } from './shared/options.ts'
import { readReportedPages, readReportedSite } from './shared/read-site-report.ts'

/** Kinds of what is no page that somebody has written. */
const otherKinds = ['planned', 'redirect', 'gone', 'all']

export const command = defineCommand({
  name: 'pages',
  forms: ['[WORD …]', '/ADDRESS'],
  arguments: {
    'WORD …': 'Only pages with these words in their address, title, kind, status or file.',
    '/ADDRESS':
      'Where a page, an alias, a file or /page#anchor is written, and what links to it. With --columns: a page and those below it.',
  },
  options: {
    kind: {
      value: 'KIND',
      help: 'Only pages of this kind, such as article, ppc or planned. redirect and gone are other addresses; all lists everything.',
    },
    columns: {
      value: 'NAMES',
      help: `What to show, separated by commas: ${allColumns.join(', ')}. search stands for what search engines find, all for everything.`,
      parse: parseColumns,
    },
    ...formatOption({ csv: 'spreadsheets' }),
    ...nowOption,
    ...siteOptions,
  },
  examples: {
    '': 'List every page.',
    'repairs --kind landing': 'List landing pages that contain a word.',
    '/pricing': 'Show where a page is written, what links to it, and what search engines find.',
    '/pricing#fees': 'Show the same for a part of a page.',
    'https://www.example.com/old/': 'Show what is at an address.',
    '--columns search': 'Show how search engines find the pages.',
    '/blog --columns address,words,links_in': 'Show some columns of a part of the site.',
    '--kind all --format csv > pages.csv': 'Open every address in a spreadsheet.',
  },
  async run({ site: dir, kind, columns, format, now = readClock() }, words) {
    const [first = ''] = words
    const isAddress = /^\/|^[a-z]+:\/\//i.test(first)
    if (isAddress && words.length > 1) throw new UsageError('Name one address, such as /pricing')
    if (isAddress && columns === undefined && kind === undefined && format !== 'csv') {
      const resolved = await readReportedSite(dir, { now, everything: true })
      const answer = answerAddress(resolved, first)
      printReport(format, answer.data, () => answer.sections)
      return answer.isFound ? 0 : 1
    }
    const site = await readReportedPages(dir, { now })
    assertKind(kind, site.resolved.schema)
    const measures = measurePages(site)
    const pages = listPages(site)
    const all = [...pages, ...listNotFound(site), ...listOtherAddresses(site.resolved)]
    // Words also find the address that a page had before.
    const listed = kind === undefined && words.length === 0 ? pages : all
    const ofKind = listed.filter(
      (page) => kind === undefined || kind === 'all' || page.kind === kind,
    )
    const found = isAddress
      ? ofKind.filter(({ route }) => isAtOrBelow(route, first))
      : filterPages(ofKind, words)
    const rows = found.map((page): PageRow => ({ ...page, ...measures.get(page.route) }))
    printReport(format, rows, () =>
      format === 'csv'
        ? tabulatePages(rows, columns ?? allColumns)
        : [
            ...tabulatePages(rows, columns),
            { lines: [{ text: formatMatchCount(rows.length, listed.length) }] },
          ],
    )
    return rows.length > 0 ? 0 : 1
  },
})

function parseColumns(text: string): PageColumn[] {
  return text.split(',').flatMap((name) => {
    const known = columnGroups[name] ?? allColumns.filter((column) => column === name)
    if (known.length > 0) return known
    const nearest = findNearestName(name, [...allColumns, ...Object.keys(columnGroups)])
    throw new UsageError(
      `There is no column "${name}"${nearest === undefined ? '' : `. Did you mean ${nearest}?`}`,
    )
  })
}

/** @throws UsageError for an unknown kind. */
function assertKind(kind: string | undefined, { $defs }: Schema): void {
  const kinds = [...($defs?.page?.properties?.kind?.enum ?? []).map(String), ...otherKinds]
  if (kind !== undefined && !kinds.includes(kind))
    throw new UsageError(`--kind must be ${formatNameList(kinds)}, not "${kind}"`)
}

const isAtOrBelow = (address: string, prefix: string) =>
  address === prefix || isRouteBelow(address, stripTrailingSlash(prefix))

const formatMatchCount = (count: number, all: number) =>
  count === all ? `${all} pages` : `${count} of ${all} pages`

runCommand(import.meta.url, command)
