import { getDevBasePath } from '../../../renderer/dev/dev-state.ts'
import { formatDay, type Moment } from '../../../schema/days/moment.ts'
import { parseDays } from '../../../schema/days/parse-days.ts'
import { locateChild } from '../../../schema/problems/locate-child.ts'
import type { SourceLocation } from '../../../schema/problems/source-file.ts'
import { asRecord } from '../../../schema/util/records.ts'
import { describeSet, type SetOfPage } from '../../edit/describe/describe-set.ts'
import type { DraftedSite } from '../../edit/drafted-site.ts'
import { showOverride } from '../../edit/page-overrides.ts'
import type { NodeAddress } from '../../edit/source-address.ts'
import { collectAddresses, findAddress } from '../../../schema/resolve/site-addresses.ts'
import { locateEntry } from '../../report/list-pages.ts'

/** `GET outline?route=`: what belongs to a page, besides what is written in its entry. */
export type PageOutline = {
  route: string
  /** Shows the page with its blocks and fields marked; for a frame. */
  previewUrl: string
  /** Where the page's entry is written; of a page of a set, the template. */
  page: NodeAddress
  set?: SetOfPage
  /** The entry of the page that this one translates. */
  original?: NodeAddress & { route: string }
  /** The blocks, by index, that their days leave out on the day of the preview. */
  hidden: Record<number, HiddenBlock>
  /** Set if a mistake in the page's file keeps an earlier version in the preview. */
  isOutdated?: true
}

/** @property shownOn a day on which the block is shown */
export type HiddenBlock = { shownOn: string; isOver?: true }

/** A query parameter with which a page is shown in the studio: its values are marked. */
export const previewParameter = '__studio'

/**
 * Describes a page: where it is written, and what its preview shows.
 * @param asked the address of the page, or one that leads to it since it has moved
 */
export async function outlinePage(drafted: DraftedSite, asked: string): Promise<PageOutline> {
  const { site, draft, session } = drafted
  const { context, merged } = site.shared
  const isPage = merged.pages.has(asked)
  const moved = isPage ? undefined : findAddress(collectAddresses(site.shared), asked)?.page
  const page = moved ?? drafted.findPage(asked)
  const { route } = page
  const address = locateEntry(page)
  const value = await draft.readValue(address)
  const set = await describeSet(site, page, (name) => draft.readText(name))
  const { blocks, translates } = asRecord(showOverride(value, set?.override.value))
  const original = merged.pages.get(String(translates))
  const hidden = (Array.isArray(blocks) ? blocks : []).flatMap((block, index) => {
    const location = locateChild(page.location, 'blocks', index)
    const found = describeHidden(block, location, context.moment)
    return found ? [[index, found]] : []
  })
  return {
    route,
    previewUrl: `${getDevBasePath()}${route}?${previewParameter}`,
    page: address,
    ...(set && { set }),
    ...(original && { original: { ...locateEntry(original), route: original.route } }),
    hidden: Object.fromEntries(hidden),
    ...(session.isOutdated(route) && { isOutdated: true }),
  }
}

/** When a block is shown that its days leave out on the day of the preview. */
function describeHidden(
  block: unknown,
  location: SourceLocation,
  moment: Moment,
): HiddenBlock | undefined {
  const { publish } = asRecord(block)
  const { now } = moment
  const { from, until, never } = parseDays(publish, locateChild(location, 'publish'), moment, [])
  // On no other day it would be shown.
  if (never) return undefined
  if (from !== undefined && now < from) return { shownOn: formatDay({ ...moment, now: from }) }
  return until !== undefined && until <= now
    ? // It ends with the minute before.
      { shownOn: formatDay({ ...moment, now: until - 1 }), isOver: true }
    : undefined
}
