import { formatCount } from '../../schema/util/format-first-items.ts'
import type { LinkUse } from '../report/links.ts'
import type { ReportSection } from '../report/section.ts'
import { type CheckedLink, type LinkState, linkStates } from './link-types.ts'
import { formatFileLine } from '../../schema/problems/location.ts'

const headings: Record<LinkState, string> = {
  gone: 'Gone: link to something else, or remove the link',
  failing: 'Failing: look again tomorrow, then replace the link',
  slow: 'Slow or silent: visitors wait',
  blocked: 'Closed to programs: open these in a browser',
  moved: 'Moved permanently: link to the new address',
  ok: 'Fine',
}

/** Sorts links into sections, the worst first. Links that are fine are only counted. */
export const listLinkSections = (links: CheckedLink[]): ReportSection[] => [
  { lines: [{ text: formatSummary(links) }] },
  ...linkStates.flatMap((state): ReportSection[] => {
    const found = links.filter((link) => link.state === state)
    if (state === 'ok' || found.length === 0) return []
    const lines = found.map((link) => ({
      text: link.url,
      isUrl: true,
      details: [describe(link), ...link.uses.map(formatUse)],
    }))
    return [{ heading: headings[state], lines }]
  }),
]

/** What a report says first: `3 addresses of other sites: 1 gone, 2 ok`. */
function formatSummary(links: CheckedLink[]): string {
  const count = formatCount(links.length, 'address', 'addresses')
  const states = linkStates
    .map((state) => ({ state, count: links.filter((link) => link.state === state).length }))
    .filter((each) => each.count > 0)
    .map((each) => `${each.count} ${each.state}`)
  if (states.length === 0) return 'The site links to no other site.'
  return `${count} of other sites: ${states.join(', ')}`
}

const describe = ({ detail, newAddress, checkedAt }: CheckedLink): string =>
  `${detail}${newAddress === undefined ? '' : ` to ${newAddress}`} (${checkedAt.slice(0, 10)})`

const formatUse = ({ page, ...place }: LinkUse): string =>
  [page, formatFileLine(place)].filter((part) => part !== undefined).join(', ')
