/** `npm start`: validates, builds and serves the site. */
import { buildSite } from './prerender/run/build-site.ts'
import { assertReplaceable, getDefaultOutput } from './prerender/output/check-output-folder.ts'
import { defaultPort, serveUntilStopped } from './serve.ts'
import { defineCommand, runCommand } from './shared/command.ts'
import { portOption, siteOptions } from './shared/options.ts'

export const command = defineCommand({
  name: 'start',
  options: { ...portOption(String(defaultPort)), ...siteOptions },
  examples: {
    '': 'Build this site and show it at http://localhost:4173.',
    '--site ../bakery --port 4180': 'Build and show another site.',
  },
  async run({ site, port }) {
    const out = getDefaultOutput(site)
    await assertReplaceable(out, site)
    const exitCode = await buildSite({ site, out })
    return exitCode === 0 ? serveUntilStopped(out, port, site) : exitCode
  },
})

runCommand(import.meta.url, command)
