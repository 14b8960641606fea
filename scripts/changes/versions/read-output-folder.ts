import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { notFoundRoute, toRoute } from '../../../renderer/routes.ts'
import { rulesFile, type HostingRules } from '../../prerender/hosts/hosting-rules.ts'
import { readPageContents } from '../page-contents.ts'
import type { SiteVersion, VersionPage } from './site-version.ts'

/** Opens the folder that a build wrote, with any version of Signpost. */
export function readOutputFolder(folder: string, name: string): SiteVersion {
  const pages = new Map<string, VersionPage>()
  const redirects = new Map<string, string>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.html?$/.test(entry.name)) continue
    const file = join(entry.parentPath, entry.name)
    const path = `/${relative(folder, file).split(sep).join('/')}`
    const route = path === '/404.html' ? notFoundRoute : toRoute(path.replace(/index\.html$/, ''))
    const html = readFileSync(file, 'utf8')
    // Redirect pages are short, so longer documents need not be parsed here.
    const redirect = html.length < maxRedirectLength ? readPageContents(html).redirect : undefined
    if (redirect === undefined) pages.set(route, { file })
    else redirects.set(route, toRoute(redirect))
  }
  return {
    name,
    output: folder,
    files: folder,
    pages,
    redirects,
    gone: readGoneAddresses(folder),
    findPublicFile(path) {
      const file = join(folder, path)
      return existsSync(file) ? file : undefined
    },
    failed: new Set(),
    notes: [
      `${name} is an output, which has no ledger. So changed facts are not listed; their texts are.`,
    ],
  }
}

const maxRedirectLength = 2000

function readGoneAddresses(folder: string): Set<string> {
  const file = join(folder, rulesFile)
  if (!existsSync(file)) return new Set()
  return new Set((JSON.parse(readFileSync(file, 'utf8')) as HostingRules).gone)
}
