import { normalizeAlias } from '../../schema/resolve/alias-address.ts'
import type { SharedSite } from '../../schema/resolve/resolve-site.ts'
import type { Path } from '../../schema/source/position-types.ts'
import { refuse } from '../shared/user-error.ts'
import type { RedirectAction, StudioOperation } from '../studio/protocol.ts'
import { findOwnPage, listWrittenAliases } from './own-page.ts'
import { assertFree, type PlannedAction } from './plan-page.ts'

/**
 * Adds, changes or removes an alias of a page.
 * @throws UserError if the address is taken or malformed, or the page is not an entry of a file
 */
export function planRedirect(shared: SharedSite, wanted: RedirectAction): PlannedAction {
  const { action, from, to } = wanted
  switch (action) {
    case 'add':
      return {
        label: `Redirect ${from} to ${to}`,
        operations: [planAliasAddition(shared, from, to)],
      }
    case 'remove':
      return {
        label: `Remove the redirect ${from}`,
        operations: [planAliasRemoval(shared, from, to)],
      }
    case 'change': {
      const { next } = wanted
      const label = `Redirect ${next.from} to ${next.to}, not ${from} to ${to}`
      if (next.to !== to) {
        const addition = planAliasAddition(shared, next.from, next.to, from)
        return { label, operations: [planAliasRemoval(shared, from, to), addition] }
      }
      if (next.from !== from) assertFree(shared, next.from, 'alias')
      const path = findAlias(shared, from, to)
      const { file } = findOwnPage(shared, to).location.source
      return { label, operations: [{ kind: 'set', file, path, value: next.from }] }
    }
  }
}

/** @param replaced the alias that is removed in the same step */
function planAliasAddition(
  shared: SharedSite,
  from: string,
  to: string,
  replaced?: string,
): StudioOperation {
  if (from !== replaced) assertFree(shared, from, 'alias')
  const page = findOwnPage(shared, to)
  const { file } = page.location.source
  const known = listWrittenAliases(page)
  const path = ['pages', to, 'aliases']
  return known.length > 0
    ? { kind: 'insert', file, path: [...path, known.length], value: from }
    : { kind: 'set', file, path, value: [from], before: 'blocks' }
}

/** Removes the whole list with its last alias, since an empty list is invalid. */
function planAliasRemoval(shared: SharedSite, from: string, to: string): StudioOperation {
  const path = findAlias(shared, from, to)
  const page = findOwnPage(shared, to)
  const isOnly = listWrittenAliases(page).length === 1
  return {
    kind: 'remove',
    file: page.location.source.file,
    path: isOnly ? path.slice(0, -1) : path,
  }
}

function findAlias(shared: SharedSite, from: string, to: string): Path {
  const index = listWrittenAliases(findOwnPage(shared, to)).map(normalizeAlias).indexOf(from)
  if (index < 0) refuse(`${from} does not lead to ${to} anymore.`)
  return ['pages', to, 'aliases', index]
}
