/** `npm run mcp`: lets an assistant read and edit the site, over the Model Context Protocol. */
import { defineCommand, runCommand } from './shared/command.ts'
import { siteOptions } from './shared/options.ts'
import { assertSiteFolder } from './shared/site-folders.ts'

export const command = defineCommand({
  name: 'mcp',
  options: siteOptions,
  examples: {
    '': 'Let an assistant edit the site; the assistant starts this command itself.',
    '--site ../bakery': 'Let it edit another site.',
  },
  async run({ site }) {
    assertSiteFolder(site)
    const { serveAssistant } = await import('./mcp/serve-assistant.ts')
    await serveAssistant(site)
    return 0
  },
})

runCommand(import.meta.url, command)
