import { toOffset } from '../../../schema/problems/correction.ts'
import type { WholeSite } from '../../../schema/resolve/resolve-site.ts'
import type { FileLine } from '../../../schema/problems/position.ts'
import { asText } from '../../../schema/util/as-text.ts'
import { addToGroup, type Groups } from '../../../schema/util/group-by.ts'
import { spliceText, type Splice } from '../../../schema/util/splice-text.ts'
import { editCsvCell, isCsv } from '../edit-csv.ts'
import { editYaml, findScalarPath } from '../edit-yaml.ts'
import type { SiteEdits } from '../site-edits.ts'
import type { YamlOperation } from '../yaml-operations.ts'
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
  const operations: Groups<string, YamlOperation> = new Map()
  const splices: Groups<string, Splice> = new Map()
  const computed: FileLine[] = []
  const seen = new Set<string>()
  for (const { location, written, to: target } of listSiteLinks(site)) {
    // A link to an anchor such as `#fees` leads to its own page.
    if (target !== from || written.startsWith('#')) continue
    const position = location.source.locate(location.path)
    const { line, column, endColumn } = position
    const file = position.file ?? location.source.file
    // The pages of a set share the links in its template.
    const key = `${file}:${line}:${column}`
    if (seen.has(key)) continue
    seen.add(key)
    const text = await edits.text(file)
    const start = toOffset(text, line, column)
    if (isCsv(file)) {
      const patterns = [createWholePattern(from), createMarkdownPattern(from)]
      const range: [number, number] = [start, toOffset(text, line, endColumn)]
      const found = patterns
        .map((pattern) => editCsvCell(file, text, range, { pattern, replacement: to }))
        .find((each) => each.length > 0)
      if (!found) computed.push({ file, line })
      for (const splice of found ?? []) addToGroup(splices, file, splice)
      continue
    }
    const path = position.setOrigin ? findScalarPath(file, text, start) : location.path
    const value = path && (await edits.value(file, path))
    const pattern =
      asText(value).trim() === written ? createWholePattern(from) : createMarkdownPattern(from)
    if (!path || !asText(value).match(pattern)) computed.push({ file, line })
    else
      addToGroup(operations, file, { kind: 'replace', path: [...path], pattern, replacement: to })
  }
  for (const [file, own] of operations)
    for (const splice of editYaml(file, await edits.text(file), own))
      addToGroup(splices, file, splice)
  for (const [file, own] of splices) await edits.rewrite(file, (text) => spliceText(text, own))
  return { linkCount: [...splices.values()].flat().length, computed }
}

/** Matches an address that is a whole value, or is followed only by a slash or an anchor. */
const createWholePattern = (route: string) =>
  new RegExp(`(?<=^|[\\s"'])${route}(?=/?(?:[#\\s"']|$))`, 'g')

/** Matches an address in the links of a Markdown text. */
const createMarkdownPattern = (route: string) =>
  new RegExp(`(?<=\\](?:\\(|:)[ \\t]*<?)${route}(?=/?(?:[#)>\\s\\\\"']|$))`, 'g')
