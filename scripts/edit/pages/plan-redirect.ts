import type { RedirectAction } from '../inputs.ts'
import type { Page } from '../../../schema/merge/merge-sources.ts'
import type { ResolvedSite } from '../../../schema/resolve/resolve-site.ts'
import { appendValues, type Edit, type FileEdit } from '../yaml-operations.ts'
import { findOwnPage } from './own-page.ts'
import { refuse } from '../../shared/user-error.ts'
import { assertFree, type PlannedAction } from './plan-page.ts'
import { normalizeAlias } from '../../../schema/resolve/alias-address.ts'

/**
 * Adds, changes or removes an alias of a page.
 * @throws UserError if the address is taken or malformed, or the page is not an entry of a file
 */
export function planRedirect(resolved: ResolvedSite, wanted: RedirectAction): PlannedAction {
  const { action, from, to } = wanted
  const page = findOwnPage(resolved, to)
  const findKnown = () => {
    const index = findAlias(page, from)
    return index < 0 ? refuse(`${from} does not lead to ${to} anymore.`) : index
  }
  switch (action) {
    case 'add':
      assertFree(resolved, from, 'alias')
      return {
        label: `Redirect ${from} to ${to}`,
        operations: editPage(page, addAliases(page, [from])),
      }
    case 'remove':
      return {
        label: `Remove the redirect ${from}`,
        operations: editPage(page, [changeAlias(page, findKnown())]),
      }
    case 'change': {
      const { next } = wanted
      if (next.from !== from) assertFree(resolved, next.from, 'alias')
      const target = findOwnPage(resolved, next.to)
      return {
        label: `Redirect ${next.from} to ${next.to}, not ${from} to ${to}`,
        operations:
          target === page
            ? editPage(page, [changeAlias(page, findKnown(), next.from)])
            : [
                ...editPage(page, [changeAlias(page, findKnown())]),
                ...editPage(target, addAliases(target, [next.from])),
              ],
      }
    }
  }
}

const editPage = ({ location }: Page, operations: Edit[]): FileEdit[] =>
  operations.map((operation) => ({ file: location.source.file, ...operation }))

/** The aliases of a page with an entry of its own, as written. */
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
