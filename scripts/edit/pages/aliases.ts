/** The aliases of a page with an entry of its own, as written, and edits of their list. */
import { normalizeAlias } from '../../../schema/resolve/alias-address.ts'
import type { Page } from '../../../schema/merge/merge-sources.ts'
import { appendValues, type Edit } from '../yaml-operations.ts'

export const listWrittenAliases = ({ raw }: Page): string[] =>
  Array.isArray(raw.aliases) ? raw.aliases.map(String) : []

/** @returns -1 if the page has no such alias */
export const findAlias = (page: Page, address: string): number =>
  listWrittenAliases(page).map(normalizeAlias).indexOf(normalizeAlias(address))

/** Adds addresses at the end, except those that the page has already. */
export function addAliases(page: Page, addresses: string[]): Edit[] {
  const added = addresses.filter((address) => findAlias(page, address) < 0)
  const path = [...page.location.path, 'aliases']
  return appendValues(path, listWrittenAliases(page).length, added, 'blocks')
}

/**
 * Replaces an alias, or removes it: with the last one, the whole list, since an empty one is invalid.
 * @param value undefined to remove it
 */
export function changeAlias(page: Page, index: number, value?: string): Edit {
  const list = [...page.location.path, 'aliases']
  if (value !== undefined) return { kind: 'set', path: [...list, index], value }
  return { kind: 'remove', path: listWrittenAliases(page).length === 1 ? list : [...list, index] }
}
