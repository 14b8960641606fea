import { listEndedAddresses, listOwnAddresses } from '../../../schema/days/ended-pages.ts'
import type { ReadSite } from '../../dev/dev-session.ts'
import { locateSet } from '../describe/list-pages.ts'
import { refuse } from '../draft/studio-failure.ts'
import type { RedirectAction, RedirectItem, StudioOperation } from '../protocol.ts'
import { assertFree, findOwnPage, listAliases, type PlannedAction } from './plan-page-action.ts'

/**
 * Every address that leads to another page, in the order of the files, and every address that is
 * gone.
 */
export function listRedirects(site: ReadSite): RedirectItem[] {
  const { merged } = site.input.shared
  const aliases = [...merged.pages.values()].flatMap((page) => {
    const { route, location } = page
    const own = listAliases(page)
    const set = locateSet(page)
    const file = set?.file ?? location.source.file
    return own.map((from, index): RedirectItem => {
      const path = ['pages', route, 'aliases', index]
      return { from, to: route, kind: 'alias', file, ...(!set && { address: { file, path } }) }
    })
  })
  const { redirects, gone } = listEndedAddresses(merged)
  const files = new Map(
    [...merged.hidden.values()].flatMap(({ page }) =>
      listOwnAddresses(page).map((address) => [address, page.location.source.file]),
    ),
  )
  const ended = [...redirects, ...gone.map((from) => ({ from }))]
  return [
    ...aliases,
    ...ended.map((each): RedirectItem => {
      return { ...each, kind: 'ended', file: files.get(each.from) ?? '' }
    }),
  ]
}

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

function findAlias(site: ReadSite, from: string, to: string): (string | number)[] {
  const index = listAliases(findOwnPage(site, to)).indexOf(from)
  if (index < 0) refuse(`${from} does not lead to ${to} anymore.`)
  return ['pages', to, 'aliases', index]
}
