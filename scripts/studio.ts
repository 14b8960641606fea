/** `npm run studio`: starts the development server and opens the studio in the browser. */
import { serverOptions, startDevServer } from './dev/start-dev-server.ts'
import { during } from './launch/during.mjs'
import { defineCommand, runCommand } from './shared/command.ts'
import { assertSiteFolder } from './shared/site-folders.ts'
import { hostingOptions, readHosting } from './studio/server/hosting.ts'

export const command = defineCommand({
  name: 'studio',
  options: {
    stay: 'Print the address without opening a browser.',
    ...hostingOptions,
    ...serverOptions,
  },
  examples: {
    '': 'Edit the site by pointing at its pages.',
    '--site ../bakery --port 5180': 'Edit another site beside it.',
    '--stay': 'Print the address without opening a browser.',
    '--host 127.0.0.1 --origin https://edit.example.com --people ../people.yaml --user-header Remote-User':
      'Let people edit in their browser who sign in at a proxy.',
  },
  async run({ site, port, verbose, stay, ...values }) {
    assertSiteFolder(site)
    const hosting = readHosting(values, site)
    const { origin, studioUrl, terminal } = await during(
      'Starting the studio',
      startDevServer({
        site,
        port,
        verbose,
        ...(!stay && !hosting && { browserTarget: 'studio' as const }),
        command: 'studio',
        ...(hosting && { hosting }),
      }),
    )
    if (hosting) {
      terminal.info(`${origin} is the studio, for who signs in at its proxy. Ctrl-C ends.`)
      return new Promise(() => {})
    }
    terminal.info(`${studioUrl} is the studio. Nothing is written until you save.`)
    terminal.info(`${origin} shows the site with your edits. Ctrl-C ends.`)
    return new Promise(() => {})
  },
})

runCommand(import.meta.url, command)
