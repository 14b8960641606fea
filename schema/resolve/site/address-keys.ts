import { isRecord } from '../../util/records.ts'
import { memoizeByObject } from '../../util/memoize-by-object.ts'
import type { Schema } from '../../validate/json-schema.ts'

/** The names of properties that hold an address once they are resolved. */
export type AddressKeys = {
  /** Properties that hold links, which may lead to pages. */
  links: ReadonlySet<string>
  /** Properties that hold pictures, feeds and services, which are never pages. */
  files: ReadonlySet<string>
}

/**
 * Lists the properties that hold addresses in the data of any block, including a site's own blocks.
 */
export const listAddressKeys = memoizeByObject((schema: Schema): AddressKeys => {
  const links = new Set<string>()
  collectLinkKeys(schema, links)
  // The path of a picture is in `src`, and the paths of its copies start with its `base`.
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
