import type { OutputFile } from '../output/output-file.ts'
import { hashedFolder, type HostingRules } from './hosting-rules.ts'

/**
 * Writes the files that Netlify reads. A status with `!` applies although there is a file, such as
 * the page of an alias.
 * https://docs.netlify.com/manage/routing/redirects/redirect-options/
 */
export const writeNetlify = (rules: HostingRules): OutputFile[] => [
  { path: '/_headers', content: renderHeadersFile(rules) },
  {
    path: '/_redirects',
    content:
      renderRedirects(rules, '301!') +
      rules.gone.map((path) => `${path} /404.html 410!\n`).join(''),
  },
]

/**
 * Writes the files that Cloudflare Pages reads: a redirect always precedes a file, and a page
 * cannot be gone, so it answers 404.
 * https://developers.cloudflare.com/pages/configuration/redirects/
 */
export const writeCloudflare = (rules: HostingRules): OutputFile[] => [
  { path: '/_headers', content: renderHeadersFile(rules) },
  { path: '/_redirects', content: renderRedirects(rules) },
]

/** Renders a `_redirects` file, with a line `FROM TO STATUS` for each alias. */
export const renderRedirects = (
  { redirects }: Pick<HostingRules, 'redirects'>,
  status = '301',
): string => redirects.map(({ from, to }) => `${from} ${to} ${status}\n`).join('')

/**
 * Renders a `_headers` file. Its rules add up, so only one names `Cache-Control`; both hosts
 * revalidate all other files by default.
 */
function renderHeadersFile({ headers, caching }: HostingRules): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`)
  return `/*\n${lines.join('')}${hashedFolder}*\n  Cache-Control: ${caching.hashed}\n`
}
