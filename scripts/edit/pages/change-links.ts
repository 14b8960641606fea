import type { WholeSite } from '../../../schema/resolve/resolve-site.ts'
import type { FileLine } from '../../../schema/problems/position.ts'
import { asText } from '../../../schema/util/as-text.ts'
import { addToGroup, type Groups } from '../../../schema/util/group-by.ts'
import { findValueAt } from '../describe/source-view.ts'
import { isCsv } from '../edit-csv.ts'
import type { SiteEdits } from '../site-edits.ts'
import type { ValueOperation } from '../yaml-operations.ts'
import { listSiteLinks } from '../../report/links.ts'

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
  site: WholeSite,
  from: string,
  to: string,
): Promise<ChangedLinks> {
  const operations: Groups<string, ValueOperation> = new Map()
  const computed: FileLine[] = []
  const seen = new Set<string>()
  for (const { location, written, to: target } of listSiteLinks(site)) {
    // A link to an anchor such as `#fees` leads to its own page.
    if (target !== from || written.startsWith('#')) continue
    const position = location.source.locate(location.path)
    const { line, column } = position
    const file = position.file ?? location.source.file
    // The pages of a set share the links in its template.
    const key = `${file}:${line}:${column}`
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
  for (const [file, own] of operations) await edits.apply(file, own)
  return { linkCount: [...operations.values()].flat().length, computed }
}

/** Matches an address that is a whole value, or is followed only by a slash or an anchor. */
const createWholePattern = (route: string) =>
  new RegExp(`(?<=^|[\\s"'])${route}(?=/?(?:[#\\s"']|$))`, 'g')

/** Matches an address in the links of a Markdown text. */
const createMarkdownPattern = (route: string) =>
  new RegExp(`(?<=\\](?:\\(|:)[ \\t]*<?)${route}(?=/?(?:[#)>\\s\\\\"']|$))`, 'g')
