import { listEndedAddresses } from '../../days/ended-pages.ts'
import { parseLink } from '../../resolve/parse-link.ts'
import { stripTrailingSlash } from '../../resolve/route-paths.ts'
import { addressesFileName, type RecordedAddresses } from '../../source/recorded-addresses.ts'
import { suggestName } from '../../validate/nearest-name.ts'
import { problemAt, problemInFile } from '../../problems/problem.ts'
import type { PageSummary } from '../../resolve/page-summary.ts'
import type { Problem } from '../../problems/types.ts'
import type { SiteRule, SiteRuleContext } from '../types.ts'

/** The properties of a page that are needed to record its addresses. */
type AddressedPage = Pick<PageSummary, 'route' | 'links'> & {
  aliases: { from: string }[]
  meta: { planned: boolean }
}

/**
 * Lists the addresses to record: aliases, and pages with the anchors that other pages link to.
 * @param earlier the addresses recorded before; those given up on purpose stay recorded
 * @param ended addresses of pages whose last day is over; they stay recorded, too
 */
export function listAddresses(
  pages: AddressedPage[],
  earlier: RecordedAddresses,
  ended: Set<string> = new Set(),
): RecordedAddresses {
  const kept = Object.entries(earlier).filter(
    ([address, entry]) => entry === 'gone' || ended.has(address),
  )
  const addresses: RecordedAddresses = Object.fromEntries(kept)
  const written = pages.filter(({ meta }) => !meta.planned)
  for (const { route, aliases } of written)
    for (const address of [route, ...aliases.map(({ from }) => from)]) addresses[address] = []
  for (const { route, links } of written)
    for (const href of links) {
      const link = parseLink(href)
      if (link.kind !== 'internal' || link.anchor === undefined) continue
      const target = stripTrailingSlash(link.route)
      const anchors = addresses[target]
      if (target !== route && Array.isArray(anchors) && !anchors.includes(link.anchor))
        anchors.push(link.anchor)
    }
  for (const entry of Object.values(addresses)) if (Array.isArray(entry)) entry.sort()
  return addresses
}

/**
 * Checks that every published address is still a page or an alias, unless it was given up on
 * purpose.
 */
function checkKeptAddresses({
  pages,
  addresses,
  publicFiles,
  getResolvedPage,
  merged,
}: SiteRuleContext): Problem[] {
  const { entries, readError } = addresses
  if (readError !== undefined)
    return [
      problemInFile(
        addressesFileName,
        'INVALID_ADDRESSES_FILE',
        `The recorded addresses cannot be read: ${readError}.`,
      ),
    ]
  const owners = new Map<string, PageSummary>()
  for (const page of pages)
    for (const address of [page.route, ...page.aliases.map(({ from }) => from)])
      owners.set(address, page)
  const { redirects, gone } = listEndedAddresses(merged)
  const ended = new Set([...redirects.map(({ from }) => from), ...gone])
  const added = pages.filter(({ route, meta }) => !meta.planned && !(route in entries))
  return Object.entries(entries).flatMap(([address, entry]) => {
    if (entry === 'gone') return []
    const owner = owners.get(address)
    if (owner) return checkKeptAnchors(address, entry, owner, getResolvedPage)
    if (publicFiles.has(address) || ended.has(address)) return []
    return [reportGoneAddress(address, added, pages)]
  })
}

const getLastSegment = (route: string) => route.slice(route.lastIndexOf('/'))

function reportGoneAddress(address: string, added: PageSummary[], pages: PageSummary[]): Problem {
  const find = (candidates: PageSummary[]) => {
    const { suggestion } = suggestName(
      address,
      candidates.map(({ route }) => route),
    )
    return (
      candidates.find(({ route }) => getLastSegment(route) === getLastSegment(address)) ??
      candidates.find(({ route }) => route === suggestion)
    )
  }
  // A new page is likely the old one under another address.
  const home = find(added) ?? (added.length === 1 ? added[0] : undefined) ?? find(pages)
  const accept = `If nothing replaces it, run npm run check -- --accept-gone ${address}`
  if (!home)
    return problemInFile(
      addressesFileName,
      'ADDRESS_GONE',
      `${address} was published, but no page has this address anymore.`,
      {
        found: address,
        fix: `Add aliases: [${address}] to the page that replaces it. ${accept}.`,
      },
    )
  const { source, path } = home.location
  return problemAt(
    { source, path, target: 'key' },
    'ADDRESS_GONE',
    `${address} was published, but no page has this address anymore. Is ${home.route} its new home?`,
    {
      found: address,
      fix: `Add aliases: [${address}] to ${home.route}. ${accept}.`,
    },
  )
}

function checkKeptAnchors(
  address: string,
  kept: string[],
  page: PageSummary,
  getResolvedPage: SiteRuleContext['getResolvedPage'],
): Problem[] {
  const missing = kept
    .filter((anchor) => !page.anchors.includes(anchor))
    // The anchor reappears once its block is complete and therefore published.
    .filter((anchor) => !getResolvedPage(page.route).findings.leftOutAnchors?.has(anchor))
  return missing.map((anchor) =>
    problemAt(
      { ...page.location, target: 'key' },
      'ANCHOR_GONE',
      `Other pages have linked to ${address}#${anchor}, but ${address} no longer has that anchor.`,
      { found: `#${anchor}`, ...suggestName(anchor, page.anchors) },
    ),
  )
}

/**
 * Checks that aliases lead to indexed pages: visitors of a published address must find its page.
 */
const checkAliasTargets = ({ pages }: SiteRuleContext): Problem[] =>
  pages
    .filter(({ meta, aliases }) => !meta.indexed && !meta.planned && aliases.length > 0)
    .map(({ route, location, aliases }) =>
      problemAt(
        { source: location.source, path: [...location.path, 'aliases'], target: 'key' },
        'ALIAS_OF_UNLISTED_PAGE',
        `${aliases.map(({ from }) => from).join(' and ')} redirects to ${route}, which search engines must not list.`,
      ),
    )

export const keptAddressRules: SiteRule[] = [
  { name: 'Every published address is still one', check: checkKeptAddresses },
  { name: 'Aliases lead to pages that search engines may list', check: checkAliasTargets },
]
