/**
 * `npm run dev`: serves the site with live reload at http://localhost:5173, and the block catalogue
 * at /__catalogue, and the studio at /__studio.
 */
import { during } from './launch/during.mjs'
import { getDevBasePath } from '../renderer/dev/dev-state.ts'
import { serverOptions, startDevServer } from './dev/start-dev-server.ts'
import { defineCommand, runCommand } from './shared/command.ts'
import { nowOption, readClock } from './shared/options.ts'
import { assertSiteFolder } from './shared/site-folders.ts'

export const command = defineCommand({
  name: 'dev',
  options: { open: 'Show the site in the browser.', ...nowOption, ...serverOptions },
  examples: {
    '': 'Show the site at http://localhost:5173.',
    '--site ../bakery --port 5180': 'Show another site beside it.',
    '--now 2027-01-31': 'Show the site of that day.',
    '--open': 'Open it in the browser.',
  },
  async run({ site, port, verbose, now = readClock(), open }) {
    assertSiteFolder(site)
    const { origin, studioUrl, terminal } = await during(
      'Starting the server',
      startDevServer({
        site,
        port,
        verbose,
        ...(open && { browserTarget: 'site' as const }),
        command: 'dev',
        now,
      }),
    )
    const base = getDevBasePath()
    terminal.info(`${origin}${base && `${base}/`} shows the site, and every save immediately.`)
    terminal.info(`${studioUrl} opens the studio, to edit by pointing.`)
    terminal.info(`${origin}/__catalogue shows every block. Ctrl-C ends.`)
    return new Promise(() => {})
  },
})

runCommand(import.meta.url, command)
