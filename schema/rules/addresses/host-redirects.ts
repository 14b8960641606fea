import { problemAt } from '../../problems/problem.ts'
import { getAliasPath, parseAlias } from '../../resolve/alias-address.ts'
import { collectAddresses, type Address, type Addresses } from '../../resolve/site-addresses.ts'
import type { SiteRule } from '../types.ts'
import { asList } from '../../util/records.ts'

type Redirect = Address & { to: string }

/** What hosts cannot redirect. The others can redirect every alias. */
const unsupported: Record<string, (redirect: Redirect) => boolean> = {
  cloudflare: ({ address }) => parseAlias(address).query !== undefined,
  // It sends files, such as the page at an alias, and redirects nothing.
  'github-pages': ({ address, to }) => getAliasPath(address, to) === undefined,
}

/** Lists what one of these hosts cannot redirect, with its name. */
export const listUnsupportedRedirects = (
  hosts: string[],
  addresses: Addresses,
): { host: string; redirect: Redirect }[] =>
  hosts.flatMap((host) =>
    [...addresses.values()]
      .filter((entry): entry is Redirect => entry.to !== undefined)
      .filter((entry) => unsupported[host]?.(entry) === true)
      .map((redirect) => ({ host, redirect })),
  )

/** What ads, newsletters and social networks add to addresses. */
const campaignParameter =
  /^(utm_\w+|\w+clk?id|[gw]braid|srsltid|igshid|mc_[ce]id|ref|ref_src|source)$/

/** An address copied from an ad leads the visitors of that ad alone, and a redirect keeps the query. */
export const campaignRedirectRule: SiteRule = (context) => {
  const addresses = collectAddresses(context)
  return [...addresses.values()].flatMap(({ address, to, location }) => {
    const { path, query } = parseAlias(address)
    const isOfCampaign = query?.every(([name]) => campaignParameter.test(name))
    if (to === undefined || !location || !isOfCampaign || addresses.has(path)) return []
    const message = `"${address}" leads only visitors whose address has "${address.slice(path.length)}" in it.`
    const fix = `Write ${path}, which leads all of them.`
    return [problemAt(location, 'CAMPAIGN_REDIRECT', message, { found: address, fix })]
  })
}

/** The hosts of the site can redirect every alias. */
export const hostRedirectRule: SiteRule = (context) => {
  const { hosts } = context.site.settings
  // Validation reports what is not a list.
  return listUnsupportedRedirects(asList(hosts).map(String), collectAddresses(context)).map(
    ({ host, redirect: { address, location } }) =>
      problemAt(location!, 'UNSUPPORTED_REDIRECT', `${host} cannot redirect ${address}.`, {
        found: address,
      }),
  )
}
