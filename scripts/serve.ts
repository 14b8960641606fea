/** `npm run serve`: serves a built site at http://localhost:4173 as a static host would. */
import { getDefaultOutput } from './prerender/output/check-output-folder.ts'
import { formatServeCommand } from './shared/next-steps.ts'
import { readBasePath } from './serve/read-rules.ts'
import { serveFolder } from './serve/serve-folder.ts'
import { defineCommand, runCommand } from './shared/command.ts'
import { portOption, siteOptions } from './shared/options.ts'
import { explainMissingBuild } from './shared/site-folders.ts'

export const defaultPort = 4173
/**
 * Serves until the process ends.
 * @returns 1 if there is no built site or the port is in use.
 */
export async function serveUntilStopped(dir: string, port: number, site = '.'): Promise<number> {
  try {
    await serveFolder(dir, port)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') console.error(explainMissingBuild(dir, site))
    else if (code === 'EADDRINUSE')
      console.error(
        `Port ${port} is in use. Choose another one: ${formatServeCommand({ site, out: dir }, '--port', String(port + 1))}`,
      )
    else console.error(message)
    return 1
  }
  const base = await readBasePath(dir)
  console.log(`http://localhost:${port}${base && `${base}/`} shows ${dir}. Ctrl-C ends.`)
  return new Promise(() => {})
}

export const command = defineCommand({
  name: 'serve',
  options: {
    ...portOption(String(defaultPort)),
    ...siteOptions,
    dir: {
      value: 'DIR',
      help: 'The folder of the built site. Default: dist in the folder of the site.',
    },
  },
  examples: {
    '': 'Show dist/ at http://localhost:4173.',
    '--dir catalogue --port 4180': 'Show another folder beside it.',
  },
  async run({ site, dir = getDefaultOutput(site), port }) {
    return serveUntilStopped(dir, port, site)
  },
})

runCommand(import.meta.url, command)
