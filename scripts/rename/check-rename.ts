import { hasErrors } from '../../schema/problems/problem.ts'
import { collectAddresses } from '../../schema/resolve/site-addresses.ts'
import { formatCommand } from '../launch/commands.mjs'
import type { ReportedSite } from '../shared/read-site-report.ts'
import { toFileLine } from '../shared/to-file-line.ts'
import { UserError } from '../shared/user-error.ts'
import { findAddress } from '../pages/find-address.ts'

/**
 * Checks that a page can move to another address.
 * @throws UserError that says why not, and what to do instead
 */
export function assertRenamable(site: ReportedSite, from: string, to: string): void {
  const { resolvedSite, publicFiles, problems } = site
  if (hasErrors(problems))
    throw new UserError('The site has errors, so nothing was renamed. Run: npm run check')
  const addresses = collectAddresses(resolvedSite)
  const address = findAddress(resolvedSite, addresses, publicFiles, from)
  if (address.kind === 'foreign') throw new UserError(`${from} is an address of another site.`)
  if (address.kind === 'unknown' || address.kind === 'given-up') {
    const { suggestion = undefined } = address.kind === 'unknown' ? address : {}
    const hint = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`
    throw new UserError(`There is no page ${from}.${hint}`)
  }
  if (address.kind === 'alias')
    throw new UserError(
      `${from} is an alias of ${address.route}. Rename that page, or edit its aliases.`,
    )
  if (address.kind === 'file')
    throw new UserError(`${from} is the file public${from}. Only pages can be renamed.`)
  if (from === '/' || from === '/404')
    throw new UserError(`The page ${from} has a fixed address. It cannot be renamed.`)
  const { pattern = '', expected = '' } = resolvedSite.schema.$defs?.route ?? {}
  if (!new RegExp(pattern).test(to))
    throw new UserError(`"${to}" cannot be an address. Write ${expected}.`)
  if (from === to) throw new UserError(`${from} has this address already.`)
  assertNotFromSet(site, from)
  const target = findAddress(resolvedSite, addresses, publicFiles, to)
  if (target.kind === 'file') throw new UserError(`${to} is taken by the file public${to}.`)
  if (target.kind === 'page') {
    const { kind, location } = addresses.get(to)!
    const { file, line } = toFileLine(location!)
    throw new UserError(
      kind === 'planned'
        ? `${to} is a planned page (${file}:${line}). Delete that line, and try again.`
        : `The page ${to} exists (${file}:${line}). Choose another address, or rename that page first. To merge ${from} into it: ${formatCommand('delete', [from, '--to', to])}`,
    )
  }
  // A page can move to one of its own aliases.
  if (target.kind === 'alias' && target.route !== from)
    throw new UserError(`${to} is an alias of ${target.route}. Delete it there, and try again.`)
}

/** The address of a page of a set follows from its row. */
function assertNotFromSet({ resolvedSite }: ReportedSite, from: string): void {
  const { location } = resolvedSite.pages.find(({ route }) => route === from)!
  const { setOrigin } = location.source.locate(location.path)
  if (!setOrigin) return
  const { template, rows } = setOrigin
  throw new UserError(
    [
      `${from} is a page of the set at ${template.file}:${template.line}, and its address follows from its row.`,
      `To move it, change the cell in ${rows.map(({ file, line }) => `${file}:${line}`).join(' or ')};`,
      'to move all pages of the set, change the route of the set.',
      `So that ${from} still leads there, add it as an alias under overrides.`,
    ].join('\n'),
  )
}
