import { type CheckedLink, type LinkState, linkStates, type LinkUse } from './link-types.ts'
import { formatCount } from '../../schema/util/format-first-items.ts'

const headings: Record<LinkState, string> = {
  gone: 'Gone: link to something else, or remove the link',
  failing: 'Failing: look again tomorrow, then replace the link',
  slow: 'Slow or silent: visitors wait',
  blocked: 'Closed to programs: open these in a browser',
  moved: 'Moved permanently: link to the new address',
  ok: 'Fine',
}

/** What a report says first: `3 links to other sites: 1 gone, 2 ok`. */
function formatSummary(links: CheckedLink[]): string {
  const count = formatCount(links.length, 'address', 'addresses')
  const states = linkStates
    .map((state) => ({ state, count: links.filter((link) => link.state === state).length }))
    .filter((each) => each.count > 0)
    .map((each) => `${each.count} ${each.state}`)
  if (states.length === 0) return 'The site links to no other site.'
  return `${count} of other sites: ${states.join(', ')}`
}

/** Formats a report for people. Links that are fine are only counted. */
export const formatLinksAsText = (links: CheckedLink[]): string =>
  [
    formatSummary(links),
    ...groupByState(links).map(({ state, links: found }) =>
      [headings[state], ...found.flatMap(formatLink)].join('\n'),
    ),
  ].join('\n\n')

const formatLink = (link: CheckedLink): string[] => [
  `  ${link.url}`,
  `    ${describe(link)}`,
  ...link.uses.map((use) => `    ${formatUse(use)}`),
]

/** Formats a report as Markdown, such as for an issue. */
export const formatLinksAsMarkdown = (links: CheckedLink[]): string =>
  [
    '# Links to other sites',
    `${formatSummary(links)}.`.replace('..', '.'),
    ...groupByState(links).flatMap(({ state, links: found }) => [
      `## ${headings[state]}`,
      found.map(formatItem).join('\n'),
    ]),
  ].join('\n\n')

const formatItem = (link: CheckedLink): string =>
  [`- <${link.url}>: ${describe(link)}`, ...link.uses.map((use) => `  - ${formatUse(use)}`)].join(
    '\n',
  )

const groupByState = (links: CheckedLink[]) =>
  linkStates
    .filter((state) => state !== 'ok')
    .map((state) => ({ state, links: links.filter((link) => link.state === state) }))
    .filter((group) => group.links.length > 0)

const describe = ({ detail, newAddress, checkedAt }: CheckedLink): string =>
  `${detail}${newAddress === undefined ? '' : ` to ${newAddress}`} (${checkedAt.slice(0, 10)})`

const formatUse = ({ page = 'header or footer', file, line }: LinkUse): string =>
  `${page}, ${file}:${line}`
