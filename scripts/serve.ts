/** `npm run serve`: serves a built site at http://localhost:4173 as a static host would. */
import { getDefaultOutput } from './prerender/output/check-output-folder.ts'
import { formatServeCommand } from './shared/next-steps.ts'
import { explainMissingBuild, parseOptions, parsePort } from './shared/parse-options.ts'
import { runCommand } from './shared/run-command.ts'
import { builtSiteOptions, defineUsage } from './shared/usage.ts'
import { readBasePath } from './serve/read-rules.ts'
import { serveFolder } from './serve/serve-folder.ts'

export const defaultPort = 4173
const usage = defineUsage(
  'npm run serve -- [--site DIR | --dir DIR] [--port NUMBER]',
  {
    ...builtSiteOptions,
    '--port NUMBER': `The port to listen on. Default: ${defaultPort}.`,
  },
  {
    'npm run serve': 'Show dist/ at http://localhost:4173.',
    'npm run serve -- --dir catalogue --port 4180': 'Show another folder beside it.',
    'npm run serve -- --site ../bakery': 'Serve another site.',
  },
)

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

export async function main(args: string[]): Promise<number> {
  const {
    site,
    dir = getDefaultOutput(site),
    port,
  } = parseOptions(args, usage, {
    dir: { type: 'string' },
    site: { type: 'string', default: '.' },
    port: { type: 'string', default: String(defaultPort) },
  })
  return serveUntilStopped(dir, parsePort(port, usage), site)
}

runCommand(import.meta.url, usage, main)
