import { parseLink } from '../../resolve/parse-link.ts'
import { stripTrailingSlash } from '../../util/route-paths.ts'
import { collectAddresses, findAddress, type Addresses } from '../../resolve/site-addresses.ts'
import { addressesFileName, type RecordedAddresses } from '../../source/recorded-addresses.ts'
import { suggestName } from '../../validate/nearest-name.ts'
import { locateKey } from '../../problems/location.ts'
import { problemAt, problemInFile, type Problem } from '../../problems/problem.ts'
import type { PageSummary } from '../../resolve/page-summary.ts'
import type { SiteRule, SiteRuleContext } from '../types.ts'
import { addToGroup, type Groups } from '../../util/group-by.ts'

/**
 * Lists the addresses to record: aliases, and pages with the anchors that other pages link to.
 * Addresses of ended pages, and those given up on purpose, stay recorded.
 * @param earlier the addresses recorded before
 */
export function listRecordedAddresses(
  addresses: Addresses,
  pages: (Pick<PageSummary, 'route' | 'links'> & { meta: { planned: boolean } })[],
  earlier: RecordedAddresses,
): RecordedAddresses {
  const kept = Object.entries(earlier).filter(
    ([address, entry]) => entry === 'gone' || addresses.get(address)?.kind === 'ended',
  )
  const recorded: RecordedAddresses = Object.fromEntries(kept)
  for (const { address, kind } of addresses.values())
    if (kind === 'page' || kind === 'alias' || kind === 'redirect') recorded[address] = []
  for (const { route, links } of pages.filter(({ meta }) => !meta.planned))
    for (const href of links) {
      const link = parseLink(href)
      if (link.kind !== 'internal' || link.anchor === undefined) continue
      const target = stripTrailingSlash(link.route)
      const anchors = recorded[target]
      if (target !== route && Array.isArray(anchors) && !anchors.includes(link.anchor))
        anchors.push(link.anchor)
    }
  for (const entry of Object.values(recorded)) if (Array.isArray(entry)) entry.sort()
  return recorded
}

/**
 * Checks that every published address is still a page or an alias, unless it was given up on
 * purpose.
 */
function checkKeptAddresses(context: SiteRuleContext): Problem[] {
  const { pages, publicFiles, getResolvedPage } = context
  const { entries, readError } = context.addresses
  if (readError !== undefined) {
    const message = `The recorded addresses cannot be read: ${readError}.`
    return [problemInFile(addressesFileName, 'INVALID_ADDRESSES_FILE', message)]
  }
  const addresses = collectAddresses(context)
  const byRoute = new Map(pages.map((page) => [page.route, page]))
  const added = pages.filter(({ route, meta }) => !meta.planned && !(route in entries))
  return Object.entries(entries).flatMap(([address, entry]) => {
    if (entry === 'gone') return []
    const { kind, to } = findKept(addresses, address) ?? {}
    const owner = byRoute.get(kind === 'alias' ? to! : address)
    if (owner) return checkKeptAnchors(address, entry, owner, getResolvedPage)
    if (publicFiles.has(address) || kind === 'ended' || kind === 'redirect') return []
    return [reportGoneAddress(address, added, pages)]
  })
}

/** Finds what is at a recorded address, which may be in a wildcard of an alias now. */
function findKept(addresses: Addresses, address: string) {
  const [path = '', query] = address.split('?', 2)
  return addresses.get(address) ?? findAddress(addresses, path, query)
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
  const owner = home?.route ?? 'the page that replaces it'
  const fix = `Add aliases: [${address}] to ${owner}. If nothing replaces it, run npm run check -- --accept-gone ${address}.`
  const message = `${address} was published, but no page has this address anymore.`
  const details = { found: address, fix }
  if (!home) return problemInFile(addressesFileName, 'ADDRESS_GONE', message, details)
  const question = `${message} Is ${home.route} its new home?`
  return problemAt(locateKey(home.location), 'ADDRESS_GONE', question, details)
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
      locateKey(page.location),
      'ANCHOR_GONE',
      `Other pages have linked to ${address}#${anchor}, but ${address} no longer has that anchor.`,
      { found: `#${anchor}`, ...suggestName(anchor, page.anchors) },
    ),
  )
}

/**
 * Checks that aliases lead to indexed pages: visitors of a published address must find its page.
 */
function checkAliasTargets(context: SiteRuleContext): Problem[] {
  const unlisted = new Map(
    context.pages.filter(({ meta }) => !meta.indexed).map((page) => [page.route, page]),
  )
  const aliases: Groups<PageSummary, string> = new Map()
  for (const { address, kind, to } of collectAddresses(context).values()) {
    const target = kind === 'alias' ? unlisted.get(to!) : undefined
    if (target) addToGroup(aliases, target, address)
  }
  return [...aliases].map(([{ route, location }, from]) =>
    problemAt(
      locateKey(location, 'aliases'),
      'ALIAS_OF_UNLISTED_PAGE',
      `${from.join(' and ')} redirects to ${route}, which search engines must not list.`,
    ),
  )
}

export const keptAddressRules: SiteRule[] = [checkKeptAddresses, checkAliasTargets]
