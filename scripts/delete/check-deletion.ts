import { hasErrors } from '../../schema/problems/problem.ts'
import { collectAddresses } from '../../schema/resolve/site-addresses.ts'
import { findAddress } from '../pages/find-address.ts'
import type { ReportedSite } from '../shared/read-site-report.ts'
import { toFileLine } from '../shared/to-file-line.ts'
import { UserError } from '../shared/user-error.ts'

/** A page, and the one to which its address and the links to it lead then. */
export type Deletion = { route: string; redirectTo?: string }

/**
 * Checks that a page can be deleted, and that what replaces it is a page.
 * @throws UserError that says why not, and what to do instead
 */
export function assertDeletable(site: ReportedSite, { route, redirectTo }: Deletion): void {
  if (hasErrors(site.problems))
    throw new UserError('The site has errors, so nothing was deleted. Run: npm run check')
  if (route === '/' || route === '/404')
    throw new UserError(`The page ${route} cannot be deleted: every site has it.`)
  assertPage(site, route)
  if (redirectTo === undefined) return
  if (redirectTo === route) throw new UserError(`${route} cannot redirect to itself.`)
  assertPage(site, redirectTo)
}

function assertPage({ resolvedSite, publicFiles }: ReportedSite, route: string): void {
  const addresses = collectAddresses(resolvedSite)
  const address = findAddress(resolvedSite, addresses, publicFiles, route)
  if (address.kind === 'alias')
    throw new UserError(`${route} is an alias of ${address.route}. Edit the aliases of that page.`)
  if (address.kind === 'redirect')
    throw new UserError(`${route} redirects to ${address.to}. Edit site.redirects.`)
  if (address.kind === 'file')
    throw new UserError(`${route} is the file public${route}, not a page.`)
  if (address.kind !== 'page') {
    const { suggestion = undefined } = address.kind === 'unknown' ? address : {}
    const hint = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`
    throw new UserError(`There is no page ${route}.${hint}`)
  }
  const { kind, location, page } = addresses.get(route)!
  if (kind === 'planned') {
    const { file, line } = toFileLine(location!)
    throw new UserError(`${route} is a planned page, which is one line: delete ${file}:${line}.`)
  }
  const { setOrigin } = page!.location.source.locate(page!.location.path)
  if (!setOrigin) return
  const { template, rows } = setOrigin
  throw new UserError(
    [
      `${route} is a page of the set at ${template.file}:${template.line}.`,
      `Delete its row in ${rows.map(({ file, line }) => `${file}:${line}`).join(' or ')}, or leave it out with except in the set.`,
    ].join('\n'),
  )
}
