import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parseDocument } from 'yaml'
import { serveFolder } from '../../scripts/serve/serve-folder.ts'
import { getScriptCommand } from '../helpers/run-npm-script.ts'
import { distDir, sitePort, siteWithServices } from './test-servers.ts'
import { buildOwnSite } from '../helpers/own-site.ts'
import { startFakeServices } from './fake-services.ts'

/** Builds the site twice, and serves it during the test run. */
export default async function globalSetup() {
  await buildOwnSite()
  const { settings, dist, port } = siteWithServices
  const site = copySiteWithSettings(settings)
  // In a process of its own, which uses threads.
  const [program, ...args] = getScriptCommand('build')
  await promisify(execFile)(program, [...args, '--site', site, '--out', dist])
  rmSync(site, { recursive: true })
  const servers: Server[] = [
    await startFakeServices(),
    await serveFolder(distDir, sitePort),
    await serveFolder(dist, port),
  ]
  return async () => {
    for (const server of servers) {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}

/** Copies the site with some settings replaced. */
function copySiteWithSettings(settings: Record<string, unknown>): string {
  const site = mkdtempSync(join(tmpdir(), 'signpost-variant-'))
  // The recorded dates do not apply, because the settings change the content.
  for (const folder of ['pages', 'public']) cpSync(folder, join(site, folder), { recursive: true })
  const document = parseDocument(readFileSync('pages.yaml', 'utf8'))
  for (const [name, value] of Object.entries(settings))
    document.setIn(['site', name], document.createNode(value))
  writeFileSync(join(site, 'pages.yaml'), String(document))
  return site
}
