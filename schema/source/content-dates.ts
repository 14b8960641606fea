import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Route → the hash of a page's content and the day (ISO) on which it came to be so. */
export type RecordedDates = Record<string, { hash: string; date: string }>

/**
 * The recorded dates of a site's pages, committed beside pages.yaml. A date counts only while the page
 * still has the content it was recorded for, so that the sitemap never gives a wrong one, and the build
 * never reads the clock.
 */
export class ContentDates {
  /** @param readError what is wrong with the file, when it cannot be read. */
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
export const toDatesPath = (dir: string) => join(dir, datesFileName)

/** A line for each page, in the order of their routes: two people who change different pages change different lines. */
export function serializeDates(ledger: RecordedDates): string {
  const lines = Object.entries(ledger)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([route, entry]) => `  ${JSON.stringify(route)}: ${JSON.stringify(entry)}`)
  return lines.length === 0 ? '{}\n' : `{\n${lines.join(',\n')}\n}\n`
}

/** A missing ledger is an empty one; what is wrong with a broken one is said, since its dates would be lost. */
export async function readDates(dir: string): Promise<ContentDates> {
  const text = await readFile(toDatesPath(dir), 'utf8').catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? '{}' : '',
  )
  try {
    const ledger: unknown = JSON.parse(text)
    const entries = Object.entries((ledger ?? {}) as object)
    const bad = entries.find(
      ([, entry]) => typeof entry?.hash !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(entry?.date),
    )
    return bad
      ? new ContentDates({}, `the entry of ${bad[0]} has no hash and date`)
      : new ContentDates(ledger as RecordedDates)
  } catch {
    return new ContentDates({}, 'it is not JSON')
  }
}
