/**
 * `npm run test:hosts`: builds sites for each server that is installed here, and compares all its
 * answers with the rules. Exits with 1 if one differs, 2 on wrong usage.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineCommand, runCommand } from '../../scripts/shared/command.ts'
import { root, runNpmScript } from '../helpers/run-npm-script.ts'
import { checkHost } from './check-host.ts'
import { addOldAddresses, copyBakery } from './host-site.ts'
import { isInstalled, servers, type InstalledServer, type ServedSite } from './run-server.ts'

const command = defineCommand({
  name: 'test:hosts',
  options: {},
  examples: { '': 'Compare the servers that are installed with the rules.' },
  run: compareServers,
})

const maxShown = 20

async function compareServers(): Promise<number> {
  const work = mkdtempSync(join(tmpdir(), 'signpost-hosts-'))
  // Servers that root starts read files as another user.
  chmodSync(work, 0o755)
  let failures = 0
  try {
    const check = async (
      name: string,
      server: InstalledServer,
      site: ServedSite,
      folders: string[],
    ) => {
      const { port, stop } = await server.start(site, `${site.root}-run`)
      const found: string[] = []
      try {
        for (const folder of folders)
          found.push(
            ...(await checkHost({ port, dir: site.root + folder, encodings: server.encodings })),
          )
      } finally {
        await stop()
      }
      failures += found.length
      const shown = found.slice(0, maxShown)
      console.log([`${name}: ${found.length} differences`, ...shown].join('\n  '))
    }
    const bakery = await copyBakery(join(work, 'bakery'), { trailingSlash: true })
    await addOldAddresses(bakery)
    const clients = { '/client-a': await copyBakery(join(work, 'plain')), '/client-b': bakery }
    for (const [name, server] of Object.entries(servers)) {
      if (!isInstalled(server)) {
        console.log(`${name}: not installed`)
        continue
      }
      for (const [siteName, site] of Object.entries({ own: root, bakery })) {
        const dir = join(work, `${siteName}-${name}`)
        const built = runNpmScript('build', ['--site', site, '--out', dir, '--host', server.host])
        if (built.code !== 0) throw new Error(built.stderr)
        await check(`${name}, ${siteName}`, server, { root: dir }, [''])
      }
      const agency = join(work, `agency-${name}`)
      for (const [folder, site] of Object.entries(clients)) {
        const args = ['--origin', `https://agency.example${folder}/`, '--host', server.host]
        const built = runNpmScript('build', ['--site', site, '--out', agency + folder, ...args])
        if (built.code !== 0) throw new Error(built.stderr)
      }
      const folders = Object.keys(clients)
      await check(`${name}, two sites below paths`, server, { root: agency, folders }, folders)
    }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  return failures === 0 ? 0 : 1
}

runCommand(import.meta.url, command)
