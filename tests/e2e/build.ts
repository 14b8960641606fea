import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseDocument } from 'yaml'
import { buildSite } from '../../scripts/build/build-site.ts'
import { serveFolder } from '../../scripts/serve.ts'
import { distDir, port, variants } from './server.ts'
import { startServices } from './services.ts'

/** Builds the site, and its variants, and serves them for the length of the run. */
export default async function setUp() {
  await build('.', distDir)
  const servers: Server[] = [await startServices(), await serveFolder(distDir, port)]
  for (const { settings, dist, port } of Object.values(variants)) {
    const site = copyWith(settings)
    await build(site, dist)
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

async function build(site: string, out: string): Promise<void> {
  const code = await buildSite({ site, out })
  if (code !== 0) throw new Error('The site has errors: run npm run check.')
}

/** A copy of the site in which these settings take the place of its own; undefined takes one away. */
function copyWith(settings: Record<string, unknown>): string {
  const site = mkdtempSync(join(tmpdir(), 'signpost-variant-'))
  // Without the recorded dates: other settings are other content.
  for (const folder of ['pages', 'public']) cpSync(folder, join(site, folder), { recursive: true })
  const document = parseDocument(readFileSync('pages.yaml', 'utf8'))
  for (const [name, value] of Object.entries(settings)) {
    if (value === undefined) document.deleteIn(['site', name])
    else document.setIn(['site', name], document.createNode(value))
  }
  writeFileSync(join(site, 'pages.yaml'), String(document))
  return site
}
