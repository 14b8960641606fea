import { UsageError, type Usage } from './usage.ts'

/** A host, and for a site below a domain the path that all of its addresses begin with. */
const originPattern = /^https?:\/\/[a-z0-9.-]+(:\d+)?((\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+\/|\/)?$/

/**
 * Parses `--origin`: `https://www.example.com`, or `https://agency.example/client-a/`.
 * @returns the same as `site.origin` would be
 * @throws UsageError that names what is wrong
 */
export function parseOrigin(text: string | undefined, usage: Usage): string | undefined {
  if (text === undefined) return undefined
  if (originPattern.test(text)) return text.replace(/^(https?:\/\/[^/]*)\/$/, '$1')
  throw new UsageError(`--origin ${explainInvalidOrigin(text)}, not "${text}"`, usage)
}

function explainInvalidOrigin(text: string): string {
  if (/[?#]/.test(text)) return 'cannot have a query (?) or an anchor (#)'
  if (/\/\.|%|\\|\/\/.*\/\//.test(text))
    return 'can have a path of letters, digits, hyphens, dots and underscores, without .. or //'
  if (originPattern.test(`${text}/`)) return `must end with a slash if it has a path: ${text}/`
  return 'must be a URL such as https://www.example.com or https://www.example.com/shop/'
}
