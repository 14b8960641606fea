import type { FileLine } from '../../schema/source/position-types.ts'
import type { PageReport } from './describe-page.ts'
import { formatPageStatus } from './list-pages.ts'
import { groupBy } from '../../schema/util/group-by.ts'
import { joinSections } from '../report/print-text.ts'

/** Formats a report on a page as text. @param anchor the requested section of the page. */
export function formatPage(page: PageReport, anchor?: string): string {
  const { route, kind, title, status, aliases, row, linksIn, listedBy, linksOut, facts } = page
  const isHidden = status === 'draft' || status === 'scheduled' || status === 'ended'
  const anchored = page.anchors.find(({ name }) => name === anchor)
  const links = linksIn.filter((link) => anchor === undefined || link.anchor === anchor)
  const nameWidth = Math.max(...facts.map(({ name }) => name.length))
  return joinSections([
    [
      `${route}${anchored ? `#${anchor}` : ''}  ${formatPlace(anchored ?? page)}`,
      ...(row ? [`  from the row ${formatPlace(row)}`] : []),
      `  ${title}`,
      `  ${kind}, ${formatPageStatus(page)}`,
      ...aliases.map(
        (alias) => `  ${isHidden ? 'alias' : 'redirect from'} ${alias.from}  ${formatPlace(alias)}`,
      ),
    ],
    formatGroups('Links to it', [
      ...(listedBy === undefined ? [] : [{ label: `${listedBy} lists it`, places: [] }]),
      ...groupPlaces(links, formatLinkIn),
    ]),
    formatGroups(
      'Links from it',
      groupPlaces(linksOut, ({ href }) => href),
    ),
    formatGroups(
      'Facts',
      facts.map(({ name, text, places }) => ({
        label: `${name.padEnd(nameWidth)}  ${text}`,
        places,
      })),
    ),
    page.placeholders.length === 0
      ? []
      : formatGroups(
          'Placeholders',
          groupPlaces(page.placeholders, ({ label }) => `"${label}"`),
        ),
  ])
}

const formatPlace = ({ file, line }: FileLine) => `${file}:${line}`

const formatLinkIn = ({ from, anchor, alias }: PageReport['linksIn'][number]) =>
  [
    from ?? 'every page',
    anchor === undefined ? '' : ` to #${anchor}`,
    alias === undefined ? '' : ` by way of ${alias}`,
  ].join('')

type Group = { label: string; places: FileLine[] }

const groupPlaces = <T extends FileLine>(items: T[], labelOf: (item: T) => string): Group[] =>
  [...groupBy(items, labelOf)].map(([label, places]) => ({ label, places }))

const maxLabelWidth = 48

function formatGroups(heading: string, groups: Group[]): string[] {
  const width = Math.min(maxLabelWidth, Math.max(...groups.map(({ label }) => label.length)))
  const lines = groups.map(({ label, places }) =>
    `  ${label.padEnd(width)}  ${[...new Set(places.map(formatPlace))].join(', ')}`.trimEnd(),
  )
  return [`${heading} (${groups.length})`, ...lines]
}
