import type { HiddenReason } from '../../schema/resolve/filter-by-moment.ts'

/**
 * Whether search engines are asked to list a page, and why not. A planned page is not written yet;
 * drafts, scheduled and ended pages are not shown.
 */
export type PageStatus = 'listed' | 'noindex' | 'ppc' | 'planned' | HiddenReason

/** The status of a page, or of another address. */
export type AddressStatus = PageStatus | 'not-found' | 'redirect' | 'gone'

export const statusTexts: Record<AddressStatus, string> = {
  listed: 'listed',
  noindex: 'noindex',
  ppc: 'not listed',
  planned: 'not written yet',
  draft: 'draft',
  scheduled: 'not published yet',
  ended: 'ended, gone',
  'not-found': 'for unknown addresses',
  redirect: 'redirect',
  gone: 'gone',
}

/** What a list with a line for each page notes of it; nothing of one that is listed. */
export const getStatusNote = (status: PageStatus): string =>
  shortNotes[status] ?? statusTexts[status]

const shortNotes: Partial<Record<PageStatus, string>> = {
  listed: '',
  noindex: 'not listed',
  ppc: 'for ads',
  planned: 'planned',
  ended: 'ended',
}
