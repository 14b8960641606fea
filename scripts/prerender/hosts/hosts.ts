import type { OutputFile } from '../output/output-file.ts'
import { renderApache } from './apache.ts'
import { renderCaddy } from './caddy.ts'
import { rulesFile, type HostFiles, type HostingRules } from './hosting-rules.ts'
import { renderNginx } from './nginx.ts'
import {
  renderCloudflare,
  renderGithubPages,
  renderNetlify,
  renderRedirects,
  renderVercel,
} from './platforms.ts'

/**
 * The hosts that a build can write files for.
 * @property sendsCopies whether the host sends the compressed copy beside a file
 */
const hosts = {
  nginx: { render: renderNginx, sendsCopies: true },
  caddy: { render: renderCaddy, sendsCopies: true },
  apache: { render: renderApache, sendsCopies: false },
  netlify: { render: renderNetlify, sendsCopies: false },
  cloudflare: { render: renderCloudflare, sendsCopies: false },
  vercel: { render: renderVercel, sendsCopies: false },
  'github-pages': { render: renderGithubPages, sendsCopies: false },
} satisfies Record<string, { render: (rules: HostingRules) => HostFiles; sendsCopies: boolean }>

export type HostName = keyof typeof hosts
export const hostNames = Object.keys(hosts) as HostName[]

export const servesCopies = (names: HostName[]): boolean =>
  names.some((name) => hosts[name].sendsCopies)

/** @returns why no build can write files for all of these hosts, or undefined. */
export const explainConflictingHosts = (names: HostName[]): string | undefined =>
  names.includes('netlify') && names.includes('cloudflare')
    ? 'netlify and cloudflare read _redirects in different forms. Build once for each, with --host and --out'
    : undefined

/**
 * Renders the rules for `npm run serve`, the files of the hosts, and `_redirects` in the form that
 * most hosts read, unless one of these hosts has its own.
 */
export function renderHostFiles(rules: HostingRules, names: HostName[]): OutputFile[] {
  const redirects = renderRedirects(rules)
  const files: HostFiles = {
    [rulesFile]: `${JSON.stringify(rules, null, 2)}\n`,
    ...(redirects !== '' && { '/_redirects': redirects }),
  }
  for (const name of names) Object.assign(files, hosts[name].render(rules))
  return Object.entries(files).map(([path, content]) => ({ path, content }))
}
