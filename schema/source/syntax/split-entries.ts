import { readLines, type SourceLine } from '../../problems/yaml-lines.ts'

/**
 * A part of a file that can be parsed alone, so that a mistake in it does not affect other parts.
 */
export type EntryText = {
  text: string
  /** Converts an offset in `text` to an offset in the file. */
  toFileOffset: (offset: number) => number
}

/**
 * Splits a file into its entries, such as pages and facts, by indentation alone. Each entry is
 * preceded by the line that names its section.
 */
export function splitEntries(text: string): EntryText[] {
  const lines = readLines(text)
  const isTopLevel = ({ kind, indent, dashes, text: line }: SourceLine) =>
    kind === 'code' && indent === 0 && dashes.length === 0 && /^["'\w/]/.test(line)
  const headers = lines.flatMap((line, index) => (isTopLevel(line) ? [index] : []))
  const sections = headers[0] === 0 || headers.length === 0 ? headers : [0, ...headers]
  return sections.flatMap((header, index) => {
    const own = lines.slice(header, sections[index + 1])
    const start = own[0]!.start
    const end = lines[sections[index + 1] ?? -1]?.start ?? text.length
    const first = own.slice(1).find(({ kind }) => kind === 'code')
    const isMap = first !== undefined && first.indent > 0 && first.dashes.length === 0
    if (!isMap || own[0]!.value !== '') return [slicePart(text, start, start, start, end)]
    const isRoute = ({ key = '' }: SourceLine) => /^["']?\//.test(key)
    const starts = own
      .filter((line) => line.kind === 'code' && line.indent === first.indent)
      // A name that is not a route in a section of pages is a property that is not indented enough.
      .filter((line) => line === first || !isRoute(first) || isRoute(line))
      .map((line) => line.start)
    const bodyStart = own[1]!.start
    return starts.map((from, at) => slicePart(text, start, bodyStart, from, starts[at + 1] ?? end))
  })
}

/** Joins the line of a section with one of its entries. */
function slicePart(
  text: string,
  headStart: number,
  headEnd: number,
  start: number,
  end: number,
): EntryText {
  const headLength = headEnd - headStart
  return {
    text: text.slice(headStart, headEnd) + text.slice(start, end),
    toFileOffset: (offset) =>
      offset < headLength ? headStart + offset : start + offset - headLength,
  }
}
