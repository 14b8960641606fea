import { normalizeAlias } from '../../../schema/resolve/alias-address.ts'
import { collectBuiltAddresses } from '../../../schema/resolve/site-addresses.ts'
import type { ReadSite } from '../../prerender/run/run.ts'
import { locateSet } from '../describe/list-page-items.ts'
import { refuse } from '../draft/studio-failure.ts'
import type { RedirectAction, RedirectItem, StudioOperation } from '../protocol.ts'
import { assertFree, findOwnPage, listAliases, type PlannedAction } from './plan-page-action.ts'
import type { Path } from '../../../schema/source/position-types.ts'

/** Lists every address that leads to another page, or will, and those of pages that have ended. */
export const listRedirectItems = ({ input: { shared } }: ReadSite): RedirectItem[] =>
  [...collectBuiltAddresses(shared).values()].flatMap((entry): RedirectItem[] => {
    const { address: from, kind, page, location } = entry
    const isUpcoming = kind === 'draft' || kind === 'scheduled'
    if (kind === 'page' || kind === 'planned' || kind === 'given-up') return []
    if (isUpcoming && from === page?.route) return []
    const to = isUpcoming ? page?.route : entry.to
    const set = page && locateSet(page)
    const { source, path } = location!
    const file = set?.file ?? source.file
    const isEditable = page && kind !== 'ended' && shared.merged.pages.has(page.route) && !set
    return [{ from, to, kind, file, ...(isEditable && { address: { file, path } }) }]
  })

/**
 * Adds, changes or removes an alias of a page.
 * @throws StudioFailure if the address is taken or malformed, or the page is not an entry of a file
 */
export function planRedirect(site: ReadSite, wanted: RedirectAction): PlannedAction {
  const { action, from, to } = wanted
  switch (action) {
    case 'add':
      return { label: `Redirect ${from} to ${to}`, operations: [planAliasAddition(site, from, to)] }
    case 'remove':
      return {
        label: `Remove the redirect ${from}`,
        operations: [planAliasRemoval(site, from, to)],
      }
    case 'change': {
      const { next } = wanted
      const label = `Redirect ${next.from} to ${next.to}, not ${from} to ${to}`
      if (next.to !== to) {
        const addition = planAliasAddition(site, next.from, next.to, from)
        return { label, operations: [planAliasRemoval(site, from, to), addition] }
      }
      if (next.from !== from) assertFree(site, next.from, 'alias')
      const path = findAlias(site, from, to)
      const { file } = findOwnPage(site, to).location.source
      return { label, operations: [{ kind: 'set', file, path, value: next.from }] }
    }
  }
}

/** @param replaced the alias that is removed in the same step */
function planAliasAddition(
  site: ReadSite,
  from: string,
  to: string,
  replaced?: string,
): StudioOperation {
  if (from !== replaced) assertFree(site, from, 'alias')
  const page = findOwnPage(site, to)
  const { file } = page.location.source
  const known = listAliases(page)
  const path = ['pages', to, 'aliases']
  return known.length > 0
    ? { kind: 'insert', file, path: [...path, known.length], value: from }
    : { kind: 'set', file, path, value: [from], before: 'blocks' }
}

/** The list must not be empty. */
function planAliasRemoval(site: ReadSite, from: string, to: string): StudioOperation {
  const path = findAlias(site, from, to)
  const page = findOwnPage(site, to)
  const isOnly = listAliases(page).length === 1
  return {
    kind: 'remove',
    file: page.location.source.file,
    path: isOnly ? path.slice(0, -1) : path,
  }
}

function findAlias(site: ReadSite, from: string, to: string): Path {
  const index = listAliases(findOwnPage(site, to)).map(normalizeAlias).indexOf(from)
  if (index < 0) refuse(`${from} does not lead to ${to} anymore.`)
  return ['pages', to, 'aliases', index]
}
