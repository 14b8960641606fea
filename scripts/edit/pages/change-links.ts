import type { Page } from '../../../schema/merge/merge-sources.ts'
import { hashOriginal } from '../../../schema/resolve/resolve-page.ts'
import { type FileLine, formatPosition } from '../../../schema/problems/location.ts'
import { asText } from '../../../schema/util/as-text.ts'
import { asRecord } from '../../../schema/util/records.ts'
import { addToGroup, type Groups } from '../../../schema/util/group-by.ts'
import { findValueAt } from '../describe/source-view.ts'
import { isCsv } from '../edit-csv.ts'
import type { SiteEdits } from '../site-edits.ts'
import type { Edit } from '../yaml-operations.ts'
import { listSiteLinks } from '../../report/links.ts'
import type { WholeSite } from '../../prerender/run/inspect-site.ts'

/**
 * @property linkCount how many addresses change
 * @property computed links that a template builds from several values, so no text contains the
 *   whole address
 */
export type ChangedLinks = { linkCount: number; computed: FileLine[] }

/**
 * Makes the links to an address lead to another one.
 * @throws UserError if a file cannot be edited without changing more
 */
export async function changeLinks(
  edits: SiteEdits,
  resolved: WholeSite,
  from: string,
  to: string,
): Promise<ChangedLinks> {
  const operations: Groups<string, Edit> = new Map()
  const computed: FileLine[] = []
  const seen = new Set<string>()
  for (const { location, written, to: target } of listSiteLinks(resolved)) {
    // A link to an anchor such as `#fees` leads to its own page.
    if (target !== from || written.startsWith('#')) continue
    const position = location.source.locate(location.path)
    const { line, column } = position
    const file = position.file ?? location.source.file
    // The pages of a set share the links in its template.
    const key = formatPosition({ file, line, column })
    if (seen.has(key)) continue
    seen.add(key)
    const path =
      position.setOrigin || isCsv(file)
        ? findValueAt(file, await edits.text(file), line, column)
        : location.path
    let value = asText(path && (await edits.value(file, path)))
    const isWhole = value.trim() === written
    const pattern = isWhole ? createWholePattern(from) : createMarkdownPattern(from)
    const links = [...value.matchAll(pattern)]
    if (!path || links.length === 0) computed.push({ file, line })
    // One after the other, from the last one on, so that what is between them stays as it is written.
    else
      for (const { index, 0: link } of links.reverse()) {
        value = value.slice(0, index) + to + value.slice(index + link.length)
        addToGroup(operations, file, { kind: 'set', path: [...path], value })
      }
  }
  const before = await hashOriginals(edits, resolved)
  for (const [file, own] of operations) await edits.apply(file, own)
  // A translation that was as new as its original stays so: no text has changed.
  for (const [page, value] of await hashOriginals(edits, resolved)) {
    const { raw, location } = page
    const path = [...location.path, 'original']
    if (before.get(page) === raw.original && value !== raw.original)
      await edits.apply(location.source.file, [{ kind: 'set', path, value }])
  }
  return { linkCount: [...operations.values()].flat().length, computed }
}

/** Hashes the originals of translations as their files are now. Pages of sets have no entries there. */
async function hashOriginals(
  edits: SiteEdits,
  { site: { pages }, context }: WholeSite,
): Promise<Map<Page, string>> {
  const hashes = new Map<Page, string>()
  for (const page of pages.values()) {
    const original = pages.get(context.translations.get(page.route)?.[0]?.route ?? '')
    if (!original || original === page || original.routeValues || page.routeValues) continue
    const { source, path } = original.location
    hashes.set(page, hashOriginal({ raw: asRecord(await edits.value(source.file, path)) }))
  }
  return hashes
}

/** Matches an address that is a whole value, or is followed only by a slash or an anchor. */
const createWholePattern = (route: string) =>
  new RegExp(`(?<=^|[\\s"'])${route}(?=/?(?:[#\\s"']|$))`, 'g')

/** Matches an address in the links of a Markdown text. */
const createMarkdownPattern = (route: string) =>
  new RegExp(`(?<=\\](?:\\(|:)[ \\t]*<?)${route}(?=/?(?:[#)>\\s\\\\"']|$))`, 'g')
