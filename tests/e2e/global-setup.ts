import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseDocument } from 'yaml'
import { buildSite } from '../../scripts/prerender/session/build-site.ts'
import { serveFolder } from '../../scripts/serve/serve-folder.ts'
import { distDir, sitePort, variants } from './test-servers.ts'
import { startFakeServices } from './fake-services.ts'

/** Builds the site and its variants, and serves them during the test run. */
export default async function globalSetup() {
  await buildOrThrow('.', distDir)
  const servers: Server[] = [await startFakeServices(), await serveFolder(distDir, sitePort)]
  for (const { settings, dist, port } of Object.values(variants)) {
    const site = copySiteWithSettings(settings)
    await buildOrThrow(site, dist)
    rmSync(site, { recursive: true })
    servers.push(await serveFolder(dist, port))
  }
  return async () => {
    for (const server of servers) {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}

async function buildOrThrow(site: string, out: string): Promise<void> {
  const code = await buildSite({ site, out })
  if (code !== 0) throw new Error('The site has errors: run npm run check.')
}

/** Copies the site with some settings replaced. The value undefined removes a setting. */
function copySiteWithSettings(settings: Record<string, unknown>): string {
  const site = mkdtempSync(join(tmpdir(), 'signpost-variant-'))
  // The recorded dates do not apply, because the settings change the content.
  for (const folder of ['pages', 'public']) cpSync(folder, join(site, folder), { recursive: true })
  const document = parseDocument(readFileSync('pages.yaml', 'utf8'))
  for (const [name, value] of Object.entries(settings)) {
    if (value === undefined) document.deleteIn(['site', name])
    else document.setIn(['site', name], document.createNode(value))
  }
  writeFileSync(join(site, 'pages.yaml'), String(document))
  return site
}
