import { formatPageStatus, type AddressListing } from './list-pages.ts'
import type { PageMeasures } from './measure-pages.ts'
import type { Cell, ReportSection } from './section.ts'
import { formatFileLine } from '../../schema/problems/location.ts'

/** A page, or another address, with what search engines find of a page. */
export type PageRow = AddressListing & Partial<PageMeasures>

/** @property legend what a column means that does not explain itself */
type Column = { cell: (row: PageRow) => Cell | boolean; legend?: string }

/** What can be listed of a page, in this order in a spreadsheet. */
const columns = {
  address: { cell: ({ route }) => route },
  answer: { cell: getAnswer, legend: 'what a host answers: 200, 301, 404 or 410' },
  kind: { cell: ({ kind }) => kind },
  status: { cell: formatPageStatus },
  indexed: { cell: ({ indexed = false }) => indexed, legend: 'search engines may list it' },
  redirect_to: { cell: ({ redirectTo }) => redirectTo },
  canonical: { cell: ({ canonical }) => canonical },
  lastmod: { cell: ({ lastmod }) => lastmod, legend: 'its last change in the sitemap' },
  languages: {
    cell: ({ languages }) => languages?.join(' '),
    legend: 'its own, then those of its translations',
  },
  title: { cell: ({ title }) => title },
  title_length: { cell: ({ titleLength }) => titleLength, legend: 'characters' },
  description: { cell: ({ description }) => description },
  description_length: { cell: ({ descriptionLength }) => descriptionLength, legend: 'characters' },
  heading: { cell: ({ heading }) => heading, legend: 'its main heading (h1)' },
  json_ld: { cell: ({ jsonLdTypes }) => jsonLdTypes?.join(' '), legend: 'structured data' },
  links_out: { cell: ({ linksOut }) => linksOut, legend: 'pages that it links to' },
  links_in: { cell: ({ linksIn }) => linksIn, legend: 'pages that link to it' },
  menus: { cell: ({ inMenus }) => inMenus, legend: 'the header or the footer links to it' },
  depth: { cell: ({ depth }) => depth, legend: 'links from the home page' },
  words: { cell: ({ words }) => words },
  local_facts: {
    cell: ({ localFacts }) => localFacts?.join(' '),
    legend: 'facts that at most three other pages print',
  },
  placeholder: { cell: ({ placeholder }) => placeholder },
  set: { cell: ({ set }) => set },
  file: { cell: formatFileLine },
} satisfies Record<string, Column>

export type PageColumn = keyof typeof columns

/** What is listed if no columns are named. */
const defaultColumns: PageColumn[] = ['address', 'kind', 'status', 'file', 'title']

/** What shows how search engines find the pages. */
const searchColumns: PageColumn[] = [
  ...(['address', 'status', 'title_length', 'description_length'] as const),
  ...(['links_in', 'links_out', 'menus', 'depth', 'words'] as const),
]

export const allColumns = Object.keys(columns) as PageColumn[]

/** Names that stand for several columns. */
export const columnGroups: Record<string, PageColumn[]> = { search: searchColumns, all: allColumns }

function getAnswer({ answer, status, redirectTo }: PageRow): Cell {
  if (redirectTo !== undefined) return 301
  if (status === 'gone' || status === 'ended') return 410
  return answer ?? (status === 'draft' || status === 'scheduled' ? 404 : 200)
}

/** Lays out pages as a table. @param names the columns; the default ones have no headings */
export function tabulatePages(rows: PageRow[], names?: PageColumn[]): ReportSection[] {
  const shown = (names ?? defaultColumns).map((name) => columns[name] as Column)
  const table = rows.map((row) =>
    shown.map(({ cell }) => {
      const value = cell(row)
      return typeof value === 'boolean' ? (value ? 'yes' : 'no') : value
    }),
  )
  const legend = (names ?? []).flatMap((name) => {
    const { legend } = columns[name] as Column
    return legend === undefined ? [] : [`${name}: ${legend}`]
  })
  return [
    { table: { ...(names && { headings: names }), rows: table } },
    ...(legend.length > 0 ? [{ lines: legend.map((text) => ({ text })) }] : []),
  ]
}
