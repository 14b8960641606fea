import { tryParseJson } from '../util/try-parse.ts'
import { isDay } from './day.ts'
import { join } from 'node:path'
import { readEntriesText } from '../source/recorded-entries.ts'

/** Maps a route to the hash of the page's content and the ISO date of its last change. */
export type RecordedDates = Record<string, { hash: string; date: string }>

/**
 * The dates on which pages last changed, committed next to pages.yaml. A date is valid only for the
 * content for which it was recorded, so the sitemap never has a wrong date, and the build does not
 * depend on the clock.
 */
export class ContentDates {
  /** @param readError why the file is invalid; undefined if it is valid */
  constructor(
    readonly entries: RecordedDates,
    readonly readError?: string,
  ) {}

  get isEmpty(): boolean {
    return Object.keys(this.entries).length === 0
  }

  findDate(route: string, hash: string): string | undefined {
    const entry = Object.hasOwn(this.entries, route) ? this.entries[route] : undefined
    return entry?.hash === hash ? entry.date : undefined
  }
}

export const datesFileName = 'dates.gen.json'
const toDatesPath = (dir: string) => join(dir, datesFileName)

/**
 * Reads the recorded dates of a site. A missing file has no dates, and an invalid one sets
 * `readError`.
 */
export async function readDates(dir: string): Promise<ContentDates> {
  const text = await readEntriesText(toDatesPath(dir))
  const recorded = tryParseJson(text)
  if (recorded === undefined) return new ContentDates({}, 'it is not JSON')
  const entries = Object.entries((recorded ?? {}) as object)
  const bad = entries.find(([, entry]) => typeof entry?.hash !== 'string' || !isDay(entry?.date))
  return bad
    ? new ContentDates({}, `the entry for ${bad[0]} has no hash and date`)
    : new ContentDates(recorded as RecordedDates)
}

/**
 * Lists the dates to record: the one that a page has already, or today.
 * @param today such as 2026-03-04
 */
export const listDatesToRecord = (
  pages: { route: string; meta: { indexed: boolean; contentHash: string; lastmod?: string } }[],
  today: string,
): RecordedDates =>
  Object.fromEntries(
    pages
      .filter(({ meta }) => meta.indexed)
      .map(({ route, meta: { contentHash: hash, lastmod: date = today } }) => [
        route,
        { hash, date },
      ]),
  )
