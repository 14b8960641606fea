import type { OutputFile } from '../output/output-file.ts'
import type { HostName } from './host-names.ts'
import { rulesFile, type HostingRules } from './hosting-rules.ts'
import { writeApache } from './write-apache.ts'
import { writeAzure } from './write-azure.ts'
import { writeCaddy } from './write-caddy.ts'
import { writeGithubPages } from './write-github-pages.ts'
import { writeNginx } from './write-nginx.ts'
import { renderRedirects, writeCloudflare, writeNetlify } from './write-redirect-files.ts'
import { writeS3 } from './write-s3.ts'
import { writeVercel } from './write-vercel.ts'

const writers: Record<HostName, (rules: HostingRules) => OutputFile[]> = {
  nginx: writeNginx,
  caddy: writeCaddy,
  apache: writeApache,
  netlify: writeNetlify,
  cloudflare: writeCloudflare,
  vercel: writeVercel,
  'github-pages': writeGithubPages,
  s3: writeS3,
  azure: writeAzure,
}

/**
 * Renders the rules for `npm run serve`, the files of the hosts, and `_redirects` in the form that
 * most hosts read, unless one of these hosts has its own.
 */
export function renderHostFiles(rules: HostingRules, hosts: HostName[]): OutputFile[] {
  const redirects = renderRedirects(rules)
  const files = [
    { path: rulesFile, content: `${JSON.stringify(rules, null, 2)}\n` },
    ...(redirects === '' ? [] : [{ path: '/_redirects', content: redirects }]),
    ...hosts.flatMap((host) => writers[host](rules)),
  ]
  return [...new Map(files.map((file) => [file.path, file])).values()]
}
