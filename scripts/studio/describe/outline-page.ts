import { previewParameter } from '../../../schema/shared/local-address.ts'
import { getDevBasePath } from '../../../renderer/dev/dev-state.ts'
import { asRecord } from '../../../schema/util/records.ts'
import { describeSet, type SetOfPage } from '../../edit/describe/describe-set.ts'
import type { DraftedSite } from '../../edit/drafted-site.ts'
import { showOverride } from '../../edit/page-overrides.ts'
import type { ValuePlace } from '../../edit/source-address.ts'
import { collectAddresses, findAddress } from '../../../schema/resolve/site-addresses.ts'
import { locateEntry } from '../../report/list-pages.ts'

/** `GET outline?route=`: what belongs to a page, besides what is written in its entry. */
export type PageOutline = {
  route: string
  /** Shows the page with its blocks and fields marked; for a frame. */
  previewUrl: string
  /** Where the page's entry is written; of a page of a set, the template. */
  page: ValuePlace
  set?: SetOfPage
  /** The entry of the page that this one translates. */
  original?: ValuePlace & { route: string }
  /** Set if a mistake in the page's file keeps an earlier version in the preview. */
  isOutdated?: true
}

/**
 * Describes a page: where it is written, and what its preview shows.
 * @param asked the address of the page, or one that leads to it since it has moved
 */
export async function outlinePage(drafted: DraftedSite, asked: string): Promise<PageOutline> {
  const { site: read, draft, session } = drafted
  const { site } = read.resolved
  const isPage = site.pages.has(asked)
  const moved = isPage ? undefined : findAddress(collectAddresses(read.resolved), asked)?.page
  const page = moved ?? drafted.findPage(asked)
  const { route } = page
  const address = locateEntry(page)
  const value = await draft.readValue(address)
  const set = await describeSet(read, page, (name) => draft.readText(name))
  const { translates } = asRecord(showOverride(value, set?.override.value))
  const original = site.pages.get(String(translates))
  return {
    route,
    previewUrl: `${getDevBasePath()}${route}?${previewParameter}`,
    page: address,
    ...(set && { set }),
    ...(original && { original: { ...locateEntry(original), route: original.route } }),
    ...(session.isOutdated(route) && { isOutdated: true }),
  }
}
