/** The files that hosts without a configuration of their own server read in the deployed folder. */
import { encodeCharacter, encodePath, parseAlias } from '../../../schema/resolve/alias-address.ts'
import { stripTrailingSlash } from '../../../schema/util/route-paths.ts'
import {
  getDrawingHeaders,
  hasPage,
  hashedFolder,
  hostsFolder,
  printEach,
  takeFirst,
  type HostFiles,
  type HostingRules,
} from './hosting-rules.ts'

/**
 * A status with `!` applies although there is a file, such as the page of an alias. Without one,
 * the page at the same path comes first, also for /prices.html.
 * https://docs.netlify.com/manage/routing/redirects/redirect-options/
 */
export const renderNetlify = (rules: HostingRules): HostFiles => ({
  '/_headers': renderHeaders(rules),
  '/_redirects':
    printEach(rules.redirects, (alias) => {
      const { query } = parseAlias(alias.from)
      const isForced = query !== undefined || hasPage(alias, rules)
      return `${printSource(alias.from)} ${alias.to} ${isForced ? '301!' : '301'}\n`
    }) + printEach(rules.gone, (address) => `${printSource(address)} /404.html 410!\n`),
})

/** Prints an address as the first part of a line: `/ p=123`, `/2019/*`, `/old%20prices`. */
function printSource(address: string): string {
  const { path, isPrefix, query = [] } = parseAlias(address)
  const pairs = query.map(([name, value]) => ` ${name}=${value}`)
  return encodePath(path) + (isPrefix ? '*' : '') + pairs.join('')
}

/**
 * On Cloudflare Pages, a redirect always precedes a file, and a page cannot be gone, so it answers
 * 404.
 * https://developers.cloudflare.com/pages/configuration/redirects/
 */
export const renderCloudflare = (rules: HostingRules): HostFiles => ({
  '/_headers': renderHeaders(rules),
  '/_redirects': renderRedirects(rules),
})

/** Renders a `_redirects` file, with a line `FROM TO STATUS` for each alias. */
export const renderRedirects = ({ redirects }: HostingRules): string =>
  printEach(redirects, ({ from, to }) => `${printSource(from)} ${to} 301\n`)

/**
 * Renders a `_headers` file. Its rules add up, so only one names `Cache-Control`; both hosts
 * revalidate all other files by default. A browser applies both policies of a drawing.
 */
const renderHeaders = ({ headers, caching, drawings }: HostingRules): string => `\
/*
${printEach(Object.entries(headers), ([name, value]) => `  ${name}: ${value}\n`)}\
${hashedFolder}*
  Cache-Control: ${caching.hashed}
${printEach(drawings.extensions, (extension) => `/*.${extension}\n${printEach(Object.entries(getDrawingHeaders({ drawings })), ([name, value]) => `  ${name}: ${value}\n`)}`)}`

/**
 * GitHub Pages sends 404.html, and publishes all files unchanged if this one is there. Aliases are
 * pages that redirect, and policies are in the documents. Other headers, caching and statuses
 * cannot be changed.
 * https://docs.github.com/en/pages
 */
export const renderGithubPages = (): HostFiles => ({ '/.nojekyll': '' })

/** Vercel accepts no more redirects. The other aliases are pages that redirect. */
const maxVercelRedirects = 2048

/**
 * Vercel sends 404.html, revalidates what has no other rule, and compresses. It cannot answer 410
 * beside redirects.
 * https://vercel.com/docs/project-configuration
 */
export const renderVercel = (rules: HostingRules): HostFiles => ({
  '/vercel.json': `${JSON.stringify(describeVercelProject(rules), null, 2)}\n`,
  '/.vercelignore': `${hostsFolder.slice(1)}\n_redirects\n`,
})

function describeVercelProject(rules: HostingRules) {
  const { base, headers, caching, trailingSlash, drawings } = rules
  const toList = (record: Record<string, string>) =>
    Object.entries(record).map(([key, value]) => ({ key, value }))
  // Clean addresses come before redirects: `/old.html` is requested as `/old` or `/old/`.
  const withoutPage = takeFirst(rules, 0).length
  const targets = new Map(
    takeFirst(rules, maxVercelRedirects - 2 * withoutPage).flatMap(({ from, to }) => {
      const { path: written, isPrefix, query = [] } = parseAlias(from)
      const path = written.replace(/(\/index)?\.html$/, '')
      // It redirects /prices.html to /prices by itself.
      if (path !== written && base + path === stripTrailingSlash(to)) return []
      // A path with a dot, such as the path of a file, gets no slash.
      const slash = trailingSlash && !/\.[^/]*$/.test(path) && !path.endsWith('/') ? '/' : ''
      const destination = escapeDestination(to)
      const has = query.map(([key, value]) => ({ type: 'query', key, ...(value && { value }) }))
      // Requested with percent-encoding, or without.
      return [...new Set([path, encodePath(path)])].map((form) => {
        const source = `${escapeSource(form)}${isPrefix ? '(.+)' : slash}` || '/'
        const rule = { source, ...(has.length > 0 && { has }), destination, statusCode: 301 }
        return [`${source} ${JSON.stringify(has)}`, rule] as const
      })
    }),
  )
  return {
    $schema: 'https://openapi.vercel.sh/vercel.json',
    // Both settings redirect to the only address of a page, as a host does for `index.html`.
    cleanUrls: true,
    trailingSlash,
    redirects: [...targets.values()].slice(0, maxVercelRedirects),
    headers: [
      { source: '/(.*)', headers: toList(headers) },
      { source: `${hashedFolder}(.*)`, headers: toList({ 'Cache-Control': caching.hashed }) },
      // The last value of a header counts.
      ...drawings.extensions.map((extension) => ({
        source: `/(.*)\\.${extension}`,
        headers: toList(getDrawingHeaders(rules)),
      })),
    ],
  }
}

/** Escapes what has a meaning in patterns of Vercel. */
const escapeSource = (path: string): string => path.replace(/[:()*+?{}]/g, '\\$&')
const escapeDestination = (to: string): string =>
  to.replace(/(?<=^(?:https:\/\/[^/]*)?\/[^?#]*)[:()*+]/g, encodeCharacter)
