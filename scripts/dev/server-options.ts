import { assertSiteFolder, parsePort } from '../shared/parse-options.ts'
import { cacheOption, siteOption, type Usage } from '../shared/usage.ts'
import { isVerboseForNpm } from '../shared/verbose-option.ts'

/** The options of every command that starts the development server. */
export const serverOptions = {
  ...siteOption,
  ...cacheOption,
  '--port NUMBER': 'The port to listen on. Default: 5173.',
  '--verbose': 'Also print the output of Vite and Vike, such as requests and stack traces.',
}

/** The same options for `parseOptions`. */
export const serverOptionTypes = {
  site: { type: 'string', default: '.' },
  port: { type: 'string', default: '5173' },
  verbose: { type: 'boolean', default: isVerboseForNpm() },
} as const

type ParsedOptions = { site: string; port: string; verbose: boolean }

/**
 * @throws UsageError if the port is not a port number.
 * @throws UserError if the folder is not a site.
 */
export function readServerOptions({ site, port, verbose }: ParsedOptions, usage: Usage) {
  const portNumber = parsePort(port, usage)
  assertSiteFolder(site)
  return { site, port: portNumber, verbose }
}
