/** Options that several commands have. */
import { parseMoment } from '../../schema/days/moment.ts'
import { findNearestName } from '../../schema/validate/nearest-name.ts'
import { explainConflictingHosts, hostNames, type HostName } from '../prerender/hosts/hosts.ts'
import { UsageError } from './command.ts'

export const siteOptions = {
  site: {
    value: 'DIR',
    help: 'The folder of the site. Default: the current folder.',
    default: '.',
  },
  // Taken by `scripts/run.mjs`, before the command starts.
  'cache-dir': { value: 'DIR', help: 'Where to keep the cache. Default: node_modules.' },
} as const

export const verboseOption = {
  verbose: 'Also print figures: sizes, new images, the heaviest pages.',
} as const

/** @param others the formats besides text and json, each with what it is for */
export const formatOption = <const Format extends string = never>(
  others?: Record<Format, string>,
) => {
  const purposes = { text: 'people', json: 'tools', ...others }
  const listed = Object.entries(purposes).map(([format, purpose]) => `${format} for ${purpose}`)
  return {
    format: {
      value: 'FORMAT',
      help: `${listed.join(', ')}.`,
      choices: Object.keys(purposes) as ('text' | 'json' | Format)[],
      default: 'text',
    },
  } as const
}

export const portOption = <const Port extends string>(byDefault: Port) =>
  ({
    port: {
      value: 'NUMBER',
      help: 'The port to listen on.',
      default: byDefault,
      parse(text: string): number {
        const port = Number(text)
        if (/^\d+$/.test(text) && port > 0 && port < 65536) return port
        throw new UsageError(`--port must be a number from 1 to 65535, not "${text}"`)
      },
    },
  }) as const

export const nowOption = {
  now: {
    value: 'TIME',
    help: "Act as if it were this time: a day such as 2027-01-31, or 2027-01-31T17:00 in the site's time zone. Default: now.",
    parse: parseNow,
  },
} as const

export function parseNow(text: string): string {
  if (parseMoment(text, 'UTC') !== undefined) return text
  throw new UsageError(
    `--now must be a day such as 2027-01-31, or a time such as 2027-01-31T17:00, not "${text}"`,
  )
}

/** The moment of the clock. A command reads it once, so that all of it uses the same one. */
export const readClock = (): string => new Date(Date.now()).toISOString()

export const originOption = {
  origin: {
    value: 'URL',
    help: 'Where the site will be published, instead of site.origin. May have a path that ends with a slash.',
    parse(text: string): string {
      if (originPattern.test(text)) return text.replace(/^(https?:\/\/[^/]*)\/$/, '$1')
      throw new UsageError(`--origin ${explainInvalidOrigin(text)}, not "${text}"`)
    },
  },
} as const

/** A host, and for a site below a domain the path that all of its addresses begin with. */
const originPattern = /^https?:\/\/[a-z0-9.-]+(:\d+)?((\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+\/|\/)?$/

function explainInvalidOrigin(text: string): string {
  if (/[?#]/.test(text)) return 'cannot have a query (?) or an anchor (#)'
  if (/\/\.|%|\\|\/\/.*\/\//.test(text))
    return 'can have a path of letters, digits, hyphens, dots and underscores, without .. or //'
  if (originPattern.test(`${text}/`)) return `must end with a slash if it has a path: ${text}/`
  return 'must be a URL such as https://www.example.com or https://www.example.com/shop/'
}

export const hostOption = {
  host: {
    value: 'NAMES',
    help: `Also write the configuration of these hosts: ${hostNames.join(', ')}.`,
    multiple: true,
  },
} as const

/**
 * Parses `nginx,netlify`, which may be given several times.
 * @returns undefined if the option is not given: then the site's settings name the hosts
 * @throws UsageError for an unknown host, or for two that read different files of the same name
 */
export function parseHosts(given: string[] | undefined): HostName[] | undefined {
  if (given === undefined) return undefined
  const hosts = [...new Set(given.flatMap((names) => names.split(',')))].map((name) => {
    const host = hostNames.find((each) => each === name)
    if (host) return host
    const meant = findNearestName(name, [...hostNames])
    const advice = meant ? `Did you mean ${meant}?` : `Known: ${hostNames.join(', ')}`
    throw new UsageError(`--host: there is no host "${name}". ${advice}`)
  })
  const conflict = explainConflictingHosts(hosts)
  if (conflict) throw new UsageError(`--host: ${conflict}`)
  return hosts
}
