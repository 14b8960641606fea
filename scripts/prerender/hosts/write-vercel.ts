import type { OutputFile } from '../output/output-file.ts'
import { hashedFolder, hostsFolder, type HostingRules } from './hosting-rules.ts'

/** The most redirects that a deployment may have. The other aliases are pages that redirect. */
const maxRedirects = 2048

/**
 * Writes the files that `vercel deploy` reads in the folder that it deploys. Vercel sends 404.html,
 * revalidates what has no other rule, and compresses. It cannot answer 410 beside redirects.
 * https://vercel.com/docs/project-configuration
 */
export const writeVercel = (rules: HostingRules): OutputFile[] => [
  { path: '/vercel.json', content: `${JSON.stringify(describeProject(rules), null, 2)}\n` },
  { path: '/.vercelignore', content: `${hostsFolder.slice(1)}\n_redirects\n` },
]

function describeProject({ headers, caching, redirects, trailingSlash }: HostingRules) {
  const toList = (record: Record<string, string>) =>
    Object.entries(record).map(([key, value]) => ({ key, value }))
  return {
    $schema: 'https://openapi.vercel.sh/vercel.json',
    // Both settings redirect to the only address of a page, as a host does for `index.html`.
    cleanUrls: true,
    trailingSlash,
    redirects: listSources(redirects, trailingSlash)
      .slice(0, maxRedirects)
      .map(({ from, to }) => ({ source: from, destination: to, statusCode: 301 })),
    headers: [
      { source: '/(.*)', headers: toList(headers) },
      { source: `${hashedFolder}(.*)`, headers: toList({ 'Cache-Control': caching.hashed }) },
    ],
  }
}

/** Clean addresses come before redirects: `/old.html` is requested as `/old` or `/old/`. */
const listSources = (
  redirects: HostingRules['redirects'],
  trailingSlash: boolean,
): HostingRules['redirects'] => [
  ...new Map(
    redirects.map(({ from, to }) => {
      const path = from.replace(/(\/index)?\.html$/, '')
      // A path with a dot, such as the path of a file, gets no slash.
      const source = `${path}${trailingSlash && !/\.[^/]*$/.test(path) ? '/' : ''}` || '/'
      return [source, { from: source, to }] as const
    }),
  ).values(),
]
