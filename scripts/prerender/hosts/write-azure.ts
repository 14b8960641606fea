import type { OutputFile } from '../output/output-file.ts'
import { fitRedirects } from './fit-redirects.ts'
import { hashedFolder, hostsFolder, type HostingRules } from './hosting-rules.ts'

/** Azure refuses a larger file. Bytes. */
const maxBytes = 20_000

/**
 * Writes the file that Azure Static Web Apps reads. Aliases that do not fit into it are pages that
 * redirect. Azure cannot answer 410, and revalidates by its own ETag.
 * https://learn.microsoft.com/azure/static-web-apps/configuration
 */
export const writeAzure = (rules: HostingRules): OutputFile[] => [
  {
    path: '/staticwebapp.config.json',
    content: fitRedirects(rules, maxBytes, renderConfig),
  },
]

/** One rule per line and no indentation, because the file size is limited. */
function renderConfig(rules: HostingRules): string {
  const { headers, caching, redirects, trailingSlash, types } = rules
  const routes = [
    { route: `${hostsFolder}/*`, statusCode: 404 },
    { route: `${hashedFolder}*`, headers: { 'Cache-Control': caching.hashed } },
    ...redirects.map(({ from, to }) => ({ route: from, redirect: to, statusCode: 301 })),
  ]
  const config = {
    trailingSlash: trailingSlash ? 'always' : 'never',
    responseOverrides: { 404: { rewrite: '/404.html' } },
    globalHeaders: { ...headers, 'Cache-Control': caching.others },
    mimeTypes: Object.fromEntries(
      Object.entries(types).map(([extension, type]) => [`.${extension}`, type]),
    ),
  }
  const lines = routes.map((route) => `    ${JSON.stringify(route)}`)
  const rest = JSON.stringify(config, null, 2).slice(2)
  return `{\n  "routes": [\n${lines.join(',\n')}\n  ],\n${rest}\n`
}
