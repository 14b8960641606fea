import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Route → the hash of a page's content and the day (ISO) on which it came to be so. */
export type DateLedger = Record<string, { hash: string; date: string }>

/**
 * The recorded dates of a site's pages, committed beside pages.yaml. A date counts only while the page
 * still has the content it was recorded for, so that the sitemap never gives a wrong one, and the build
 * never reads the clock.
 */
export class ContentDates {
  constructor(readonly ledger: DateLedger) {}

  find(route: string, hash: string): string | undefined {
    const entry = Object.hasOwn(this.ledger, route) ? this.ledger[route] : undefined
    return entry?.hash === hash ? entry.date : undefined
  }
}

export const datesFile = (dir: string) => join(dir, 'dates.gen.json')

/** A missing ledger is an empty one; a broken one too, since `npm run dates` writes it anew. */
export async function readDates(dir: string): Promise<ContentDates> {
  try {
    const ledger: unknown = JSON.parse(await readFile(datesFile(dir), 'utf8'))
    return new ContentDates(typeof ledger === 'object' && ledger !== null ? (ledger as DateLedger) : {})
  } catch {
    return new ContentDates({})
  }
}
