/** `npm run studio`: starts the development server and opens the studio in the browser. */
import { serverOptions } from './dev/server-options.ts'
import { startDevServer } from './dev/start-dev-server.ts'
import { defineCommand, runCommand } from './shared/command.ts'
import { assertSiteFolder } from './shared/site-folders.ts'

export const command = defineCommand({
  name: 'studio',
  options: { stay: 'Print the address without opening a browser.', ...serverOptions },
  examples: {
    '': 'Edit the site by pointing at its pages.',
    '--site ../bakery --port 5180': 'Edit another site beside it.',
    '--stay': 'Print the address without opening a browser.',
  },
  async run({ site, port, verbose, stay }) {
    assertSiteFolder(site)
    const { origin, studioUrl, terminal } = await startDevServer({
      site,
      port,
      verbose,
      ...(!stay && { browserTarget: 'studio' as const }),
      command: 'studio',
    })
    terminal.info(`${studioUrl} is the studio. Nothing is written until you save.`)
    terminal.info(`${origin} shows the site with your edits. Ctrl-C ends.`)
    return new Promise(() => {})
  },
})

runCommand(import.meta.url, command)
