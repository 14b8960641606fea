import { formatMoment } from '../days/moment.ts'
import { problemAt, type Problem } from '../problems/problem.ts'
import {
  type SourceLocation,
  locateChild,
  locateKey,
  formatFileLine,
  toFileLine,
} from '../problems/location.ts'
import type { Page } from '../merge/merge-sources.ts'
import { getSuccessor, type Address } from '../resolve/site-addresses.ts'

/** @property page the hidden page that has the address */
export type HiddenTarget = Pick<Address, 'address' | 'kind' | 'days'> & {
  page: Pick<Page, 'route' | 'location'>
}

/** Creates the problem of a public link that leads to a hidden page, with the locations of both. */
export function describeHiddenTarget(
  target: HiddenTarget,
  { location, written: needle }: { location: SourceLocation; written: string },
  timeZone: string,
): Problem {
  const { address, page } = target
  const place = formatFileLine(toFileLine(locateKey(page.location)))
  const name = address === page.route ? address : `${address}, an alias of ${page.route}`
  const reason = explainHiding(target, timeZone)
  const message = `This link is public, but it leads to ${name}, which is ${reason} (${place}).`
  return problemAt(location, 'LINK_TO_HIDDEN_PAGE', message, { found: address, needle })
}

function explainHiding({ kind, days }: HiddenTarget, timeZone: string): string {
  if (kind === 'draft') return 'a draft'
  return kind === 'scheduled'
    ? `published from ${formatMoment(days!.from!, timeZone)} on`
    : `no longer published as of ${formatMoment(days!.until!, timeZone)}`
}

/** Lists the pages that ended pages redirect to, in the form of links. */
export const listSuccessorLinks = (pages: Iterable<Page>) =>
  [...pages].flatMap((page) => {
    const href = getSuccessor(page)
    const location = locateChild(page.location, 'publish', 'then')
    return href === undefined ? [] : [{ href, written: href, location }]
  })
