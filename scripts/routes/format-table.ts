import { formatCommand } from '../launch/commands.mjs'
import type { Exclusion, Route } from './types.ts'
import { groupBy } from '../../schema/util/group-by.ts'

export const exclusionTexts: Record<Exclusion, string> = {
  noindex: 'noindex',
  ppc: 'ad page',
  planned: 'planned',
  draft: 'draft',
  scheduled: 'not published yet',
  ended: 'ended',
  redirect: 'redirect',
  'not-found': 'error',
  gone: 'gone',
}

type Column = { title: string; width: number; value: (route: Route) => string | number | undefined }

const columns: Column[] = [
  {
    title: 'search',
    width: 7,
    value: ({ reason }) => (reason ? exclusionTexts[reason] : 'listed'),
  },
  { title: 'title', width: 5, value: ({ titleLength }) => titleLength },
  { title: 'descr', width: 5, value: ({ descriptionLength }) => descriptionLength },
  { title: 'in', width: 4, value: ({ linksIn, inMenus }) => `${linksIn}${inMenus ? '+' : ' '}` },
  { title: 'out', width: 3, value: ({ linksOut }) => linksOut },
  { title: 'deep', width: 4, value: ({ depth }) => depth ?? '–' },
  { title: 'words', width: 5, value: ({ words }) => words },
  { title: 'own', width: 4, value: ({ ownShare }) => formatShare(ownShare) },
  { title: 'facts', width: 5, value: ({ localFacts }) => localFacts.length },
]

export const formatShare = (share: number | undefined): string =>
  share === undefined ? '–' : `${Math.round(100 * share)}%`

/** So that a row has 100 columns. */
const addressWidth = 100 - columns.reduce((sum, { width }) => sum + width + 2, 0)

const legend = [
  'title, descr: characters. in: pages whose content links to it; + the menus do, too. out: pages that',
  'it links to. deep: links from the home page. own: text that is on no other page. facts: local facts.',
  `All of one page: ${formatCommand('routes', ['/ADDRESS'])}. All of all pages: --format csv.`,
].join('\n')

/** Formats one line for each address, grouped by kind, in 100 columns. */
export function formatTable(routes: Route[]): string {
  const heading = `${' '.repeat(addressWidth)}  ${columns.map(({ title, width }) => title.padStart(width)).join('  ')}`
  const groups = [...groupBy(routes, ({ kind }) => kind)].map(([kind, found]) =>
    [`${kind} (${found.length})`, ...found.map(formatRow)].join('\n'),
  )
  return [heading, ...groups, legend].join('\n\n')
}

function formatRow(route: Route): string {
  const { address, redirectTo } = route
  if (route.status === 410) return `  ${address}  gone`
  if (redirectTo !== undefined) return `  ${address} → ${redirectTo}`
  const cells = columns.map(({ width, value }) => String(value(route) ?? '').padStart(width))
  // A long address has a line of its own.
  const start =
    address.length + 2 > addressWidth
      ? `  ${address}\n${' '.repeat(addressWidth)}`
      : `  ${address}`.padEnd(addressWidth)
  return `${start}  ${cells.join('  ')}`
}
