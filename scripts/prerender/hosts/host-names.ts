/** The hosts that a build can write files for. */
export const hostNames = [
  'nginx',
  'caddy',
  'apache',
  'netlify',
  'cloudflare',
  'vercel',
  'github-pages',
  's3',
  'azure',
] as const
export type HostName = (typeof hostNames)[number]

/** Hosts that send the compressed copy beside a file. */
const hostsWithCopies: HostName[] = ['nginx', 'caddy']

export const servesCopies = (hosts: HostName[]): boolean =>
  hosts.some((host) => hostsWithCopies.includes(host))

/** @returns why no build can write files for all of these hosts, or undefined. */
export const explainConflictingHosts = (hosts: HostName[]): string | undefined =>
  hosts.includes('netlify') && hosts.includes('cloudflare')
    ? 'netlify and cloudflare read _redirects in different forms. Build once for each, with --host and --out'
    : undefined
