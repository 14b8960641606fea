/** The hosts that a build can write files for. */
export const hostNames = ['nginx', 'caddy', 'apache', 'netlify', 'cloudflare'] as const
export type HostName = (typeof hostNames)[number]

/** Hosts that send the compressed copy beside a file. */
const hostsWithCopies: HostName[] = ['nginx', 'caddy']

export const servesCopies = (hosts: HostName[]): boolean =>
  hosts.some((host) => hostsWithCopies.includes(host))
