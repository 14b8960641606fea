import { isRecord } from '../../util/records.ts'
import { memoizeByObject } from '../../util/memoize-by-object.ts'
import type { Schema } from '../../validate/json-schema.ts'

/** The names of properties that hold an address once they are resolved. */
export type AddressKeys = {
  /** Properties with links, which may lead to pages. */
  links: ReadonlySet<string>
  /** Properties with pictures, feeds and programs, which are never pages. */
  files: ReadonlySet<string>
}

/** Lists the properties that hold addresses in the data of any block, those of a site too. */
export const listAddressKeys = memoizeByObject((schema: Schema): AddressKeys => {
  const links = new Set<string>()
  collectLinkKeys(schema, links)
  // A picture has a `src`, and its copies begin with their `base`.
  return { links, files: new Set(['src', 'base', 'feed', 'script', 'endpoint']) }
})

function collectLinkKeys(node: unknown, keys: Set<string>): void {
  if (Array.isArray(node)) {
    for (const item of node) collectLinkKeys(item, keys)
    return
  }
  if (!isRecord(node)) return
  for (const [name, rule] of Object.entries(isRecord(node.properties) ? node.properties : {}))
    if (isLink(rule) || (isRecord(rule) && isLink(rule.items))) keys.add(name)
  for (const value of Object.values(node)) collectLinkKeys(value, keys)
}

const isLink = (rule: unknown): boolean =>
  isRecord(rule) &&
  (rule.format === 'link' || rule.$ref === '#/$defs/link' || rule.derived === 'page.listing')
