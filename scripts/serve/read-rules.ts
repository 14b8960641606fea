import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Address, Addresses } from '../../schema/resolve/site-addresses.ts'
import { describeFileState } from '../../schema/source/file-state.ts'
import { defaultRules, rulesFile, type HostingRules } from '../prerender/hosts/hosting-rules.ts'

/** @property addresses those without a file */
export type ServedRules = Omit<HostingRules, 'redirects' | 'gone'> & { addresses: Addresses }

/** Reads the rules of a built folder, again after each build. */
export function createRulesReader(dir: string): () => Promise<ServedRules> {
  let version = ''
  let rules = index(defaultRules)
  return async () => {
    const file = join(dir, rulesFile)
    const stats = await stat(file).catch(() => undefined)
    const found = stats ? describeFileState(stats) : ''
    if (found === version) return rules
    rules = index({
      ...defaultRules,
      ...(stats && (JSON.parse(await readFile(file, 'utf8')) as HostingRules)),
    })
    version = found
    return rules
  }
}

/** Reads the path that all addresses of a built folder begin with. */
export const readBasePath = async (dir: string): Promise<string> =>
  (await createRulesReader(dir)()).base

const index = ({ redirects, gone, ...rules }: HostingRules): ServedRules => ({
  ...rules,
  addresses: new Map<string, Address>([
    ...redirects.map(
      ({ from, to }) => [from, { address: from, kind: 'alias', status: 301, to }] as const,
    ),
    ...gone.map((address) => [address, { address, kind: 'given-up', status: 410 }] as const),
  ]),
})
