import { extname } from 'node:path'
import { parse } from 'yaml'
import type { Path, FileLine } from '../../schema/source/position-types.ts'
import { getAt } from '../../schema/util/records.ts'
import { editCsvCell } from '../edit/edit-csv.ts'
import { findScalarPath } from '../edit/edit-yaml.ts'
import { readSiteText, type TextEdit } from '../edit/text-edits.ts'
import type { YamlOperation } from '../edit/yaml-operations.ts'
import type { SiteLink } from '../pages/list-links.ts'
import { toOffset } from '../../schema/problems/correction.ts'
import { addToGroup, type Groups } from '../../schema/util/group-by.ts'

export type LinkEdits = {
  /** Operations on YAML and JSON files. */
  operations: Groups<string, YamlOperation>
  /** Edits of tables in CSV. */
  cells: TextEdit[]
  /** Links that a template builds from several values, so no text contains the whole address. */
  computed: FileLine[]
}

/**
 * Plans the edits that make links lead to another address.
 * @param dir the site's folder
 * @param links all links to the old address
 */
export async function planLinkEdits(
  dir: string,
  links: SiteLink[],
  from: string,
  to: string,
): Promise<LinkEdits> {
  const files = new SourceTexts(dir)
  const planned: LinkEdits = { operations: new Map(), cells: [], computed: [] }
  const seen = new Set<string>()
  for (const { location, written } of links) {
    const position = location.source.locate(location.path)
    const { line, column, endColumn } = position
    const file = position.file ?? location.source.file
    // The pages of a set share the links in its template.
    const key = `${file}:${line}:${column}`
    if (seen.has(key)) continue
    seen.add(key)
    const text = await files.read(file)
    const start = toOffset(text, line, column)
    if (/^\.[ct]sv$/i.test(extname(file))) {
      const patterns = [createWholePattern(from), createMarkdownPattern(from)]
      const edits = patterns
        .map((pattern) =>
          editCsvCell(file, text, [start, toOffset(text, line, endColumn)], {
            pattern,
            replacement: to,
          }),
        )
        .find((found) => found.length > 0)
      if (edits) planned.cells.push(...edits)
      else planned.computed.push({ file, line })
      continue
    }
    const path = position.setOrigin ? findScalarPath(file, text, start) : location.path
    const value = path && files.find(file, text, path)
    const pattern =
      value?.trim() === written ? createWholePattern(from) : createMarkdownPattern(from)
    if (!path || !value?.match(pattern)) {
      planned.computed.push({ file, line })
      continue
    }
    const operation = { kind: 'replace' as const, path: [...path], pattern, replacement: to }
    addToGroup(planned.operations, file, operation)
  }
  return planned
}

/** Matches an address that is a whole value, or is followed only by a slash or an anchor. */
const createWholePattern = (route: string) =>
  new RegExp(`(?<=^|[\\s"'])${route}(?=/?(?:[#\\s"']|$))`, 'g')

/** Matches an address in the links of a Markdown text. */
const createMarkdownPattern = (route: string) =>
  new RegExp(`(?<=\\](?:\\(|:)[ \\t]*<?)${route}(?=/?(?:[#)>\\s\\\\"']|$))`, 'g')

/** Reads and parses each file once. */
class SourceTexts {
  readonly #texts = new Map<string, string>()
  readonly #values = new Map<string, unknown>()

  constructor(readonly dir: string) {}

  async read(file: string): Promise<string> {
    const text = this.#texts.get(file) ?? (await readSiteText(this.dir, file))
    this.#texts.set(file, text)
    return text
  }

  find(file: string, text: string, path: Path): string | undefined {
    if (!this.#values.has(file)) this.#values.set(file, parse(text))
    const found = getAt(this.#values.get(file), path)
    return typeof found === 'string' ? found : undefined
  }
}
