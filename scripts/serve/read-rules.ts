import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { defaultRules, rulesFile, type HostingRules } from '../prerender/hosts/hosting-rules.ts'

type Redirects = Map<string, string>
export type ServedRules = Omit<HostingRules, 'redirects' | 'gone'> & {
  redirects: Redirects
  gone: Set<string>
}

/** Reads the rules of a built folder, again after each build. */
export function createRulesReader(dir: string): () => Promise<ServedRules> {
  let version = ''
  let rules = index(defaultRules)
  return async () => {
    const file = join(dir, rulesFile)
    const stats = await stat(file).catch(() => undefined)
    const found = stats ? `${stats.mtimeMs} ${stats.size} ${stats.ino}` : ''
    if (found === version) return rules
    rules = index(stats ? (JSON.parse(await readFile(file, 'utf8')) as HostingRules) : defaultRules)
    version = found
    return rules
  }
}

/** Reads the path that all addresses of a built folder begin with. */
export const readBasePath = async (dir: string): Promise<string> =>
  (await createRulesReader(dir)()).base

const index = (rules: HostingRules): ServedRules => ({
  ...rules,
  redirects: new Map(rules.redirects.map(({ from, to }) => [from, to])),
  gone: new Set(rules.gone),
})
