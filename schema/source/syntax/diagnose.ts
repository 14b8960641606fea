import { visit, type Alias, type Document } from 'yaml'
import { spliceText, type Splice } from '../../util/splice-text.ts'
import { parseYamlTree } from '../positions.ts'
import { listCauses, type BrokenText, type SyntaxCause, type TextRange } from './suspects.ts'
import { findLine, readLines, type SourceLine } from '../../problems/yaml-lines.ts'
import { mistakes } from './mistakes.ts'

/** An error of the parser. */
type SyntaxFault = { range: TextRange; message: string }

/** An error of the parser and its likely cause, with offsets in the file. */
export type SyntaxDiagnosis = { fault: SyntaxFault; cause?: SyntaxCause }

/** Limits the report of a file with many errors. */
const maxDiagnoses = 20
/** If an entry seems to have more mistakes, it probably has one of an unknown kind. */
const maxMistakesPerEntry = 3
/** Limits the time for a large file. */
const maxParsedCharacters = 3_000_000
/**
 * Many patterns look back or ahead from each character of a line, so a long line takes the square of
 * its length. Paragraphs are shorter.
 */
const maxLineLength = 5000
/** A line up to this length costs next to nothing. */
const shortLineLength = 300
/** A line may be compared with every line before and after it. No page is as long. */
const maxLinesAround = 500
/** Limits the time for many long lines. In characters. */
const maxLongLines = 100_000

/** What an error of the parser costs, compared with characters. */
const charactersPerFault = 300

/** How much of a file may still be looked at, in characters. */
type Budget = { parsed: number; longLines: number }

/**
 * Finds the likely causes of the syntax errors in a file. A cause is likely if correcting it makes
 * the parser accept the text. So one mistake is reported once, where it was made. The entries of
 * the file are parsed one by one.
 */
export function diagnoseSyntax(text: string): SyntaxDiagnosis[] {
  const budget = { parsed: maxParsedCharacters, longLines: maxLongLines }
  const broken = splitEntries(text).filter((entry) => parseFaults(entry.text)?.length !== 0)
  const diagnoses = broken.flatMap((entry) => diagnoseEntry(entry, text, budget))
  if (explainsAll(text, diagnoses)) return diagnoses.slice(0, maxDiagnoses)
  // A mistake may affect more than one entry, so parse the whole file.
  const whole = { text, toFileOffset: (offset: number) => offset }
  const shared = diagnoseEntry(whole, text, budget)
  if (explainsAll(text, shared)) return shared
  const isPartial = diagnoses.some(({ cause }) => !cause)
  return isPartial ? diagnoses.slice(0, maxDiagnoses) : shared.map(({ fault }) => ({ fault }))
}

/** Whether each error has a cause, and the whole file parses once all causes are corrected. */
function explainsAll(text: string, diagnoses: SyntaxDiagnosis[]): boolean {
  const edits = diagnoses.flatMap(({ cause }) => cause?.edits ?? [])
  if (diagnoses.length === 0 || !diagnoses.every(({ cause }) => cause)) return false
  try {
    return parseFaults(spliceText(text, edits))?.length === 0
  } catch {
    // Two corrections change the same text.
    return false
  }
}

/**
 * Finds the mistakes in an entry. If they do not explain all errors, returns only the first error,
 * without a cause.
 */
function diagnoseEntry(entry: EntryText, file: string, budget: Budget): SyntaxDiagnosis[] {
  const lineBreak = file.includes('\r\n') ? '\r\n' : '\n'
  const diagnoses: SyntaxDiagnosis[] = []
  const made: Splice[][] = []
  const toFile = (offset: number) => entry.toFileOffset(made.reduceRight(undoSplices, offset))
  /** Computes the end from the last character, since it may coincide with another part's start. */
  const toFileRange = ([start, end]: TextRange): TextRange => [
    toFile(start),
    end === start ? toFile(start) : toFile(end - 1) + 1,
  ]
  let { text } = entry
  for (;;) {
    const parsed = parseText(text)
    const [fault] = parsed?.faults ?? []
    if (!parsed || !fault) return diagnoses
    const found = { ...fault, range: toFileRange(fault.range) }
    const lines = readLines(text).map((line) => (isWithinBudget(line, budget) ? line : hide(line)))
    const getLineNumber = (offset: number) => file.slice(0, toFile(offset)).split('\n').length
    const faultLine = findLine(lines, fault.range[0])
    const start = Math.max(0, faultLine - maxLinesAround)
    const near = lines.slice(start, faultLine + maxLinesAround)
    const broken = { text, lines: near, faultLine: faultLine - start, getLineNumber }
    const cause = findCause(text, broken, parsed.duplicates, budget)
    if (!cause || diagnoses.length === maxMistakesPerEntry)
      return [{ fault: diagnoses[0]?.fault ?? found }]
    const edits = cause.edits.map(({ start, end, text: inserted }) => {
      const [from, to] = toFileRange([start, end])
      return { start: from, end: to, text: inserted.replace(/\r?\n/g, lineBreak) }
    })
    diagnoses.push({ fault: found, cause: { ...cause, range: toFileRange(cause.range), edits } })
    text = spliceText(text, cause.edits)
    made.push(cause.edits)
  }
}

/** Charges a long line to the budget, unless it is too long. */
function isWithinBudget({ kind, text: { length } }: SourceLine, budget: Budget): boolean {
  if (kind !== 'code' || length <= shortLineLength) return true
  if (length > maxLineLength || length > budget.longLines) return false
  budget.longLines -= length
  return true
}

/** No mistake is looked for in a comment. */
const hide = (line: SourceLine): SourceLine => ({ ...line, kind: 'comment' })

/** Converts an offset in the edited text to the offset before the edits. */
function undoSplices(offset: number, splices: Splice[]): number {
  let shift = 0
  for (const { start, end, text } of [...splices].sort((a, b) => a.start - b.start)) {
    const inserted = start + shift
    if (offset < inserted) break
    if (offset < inserted + text.length) return Math.min(start + offset - inserted, end)
    shift += text.length - (end - start)
  }
  return offset - shift
}

/**
 * Finds the first cause whose correction makes the parser accept the text, or at least more of it.
 * A correction must not turn lines into text, or define a property twice.
 */
function findCause(
  text: string,
  broken: BrokenText,
  duplicates: number,
  budget: Budget,
): SyntaxCause | undefined {
  let partial: SyntaxCause | undefined
  const textLines = countTextLines(text)
  const tried = new Set<string>()
  for (const mistake of mistakes) {
    for (const cause of listCauses(mistake, broken)) {
      const corrected = spliceText(text, cause.edits)
      if (tried.has(corrected)) continue
      tried.add(corrected)
      if (budget.parsed < corrected.length) return partial
      budget.parsed -= corrected.length
      const parsed = parseText(corrected)
      budget.parsed -= (parsed?.faults.length ?? 0) * charactersPerFault
      if (!parsed || (parsed.duplicates > duplicates && !cause.hidesRest)) continue
      if (!cause.addsTextLines && countTextLines(corrected) > textLines) continue
      const [next] = parsed.faults
      if (!next) return cause
      if (isProgress(text, broken.faultLine, cause, corrected, next)) partial ??= cause
    }
  }
  return partial
}

const countTextLines = (text: string) =>
  readLines(text).filter(({ kind }) => kind === 'text').length

/**
 * Whether the next error is a separate mistake: it is further down, and after the corrected lines.
 */
function isProgress(
  text: string,
  faultLine: number,
  { edits, hidesRest }: SyntaxCause,
  corrected: string,
  next: SyntaxFault,
): boolean {
  const countLines = (part: string) => part.split('\n').length - 1
  const added = countLines(corrected) - countLines(text)
  const line = countLines(corrected.slice(0, next.range[0])) - added
  const edited = countLines(text.slice(0, Math.max(...edits.map(({ end }) => end))))
  return line > edited && (hidesRest === true || line > faultLine)
}

/**
 * Parses a text.
 * @returns its syntax errors; undefined if it is nested too deeply to be parsed
 */
export const parseFaults = (text: string): SyntaxFault[] | undefined => parseText(text)?.faults

/** @returns the syntax errors of a text, and the number of keys that are repeated in their map */
function parseText(text: string): { faults: SyntaxFault[]; duplicates: number } | undefined {
  try {
    const { document } = parseYamlTree(text) ?? {}
    if (!document) return undefined
    const duplicates = document.errors.filter(({ code }) => code === 'DUPLICATE_KEY').length
    return { faults: listFaults(document), duplicates }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Lists the syntax errors of a document in order, except for duplicate keys. */
export function listFaults(document: Document): SyntaxFault[] {
  const faults = document.errors
    .filter(({ code }) => code !== 'DUPLICATE_KEY')
    .map(({ message, pos }): SyntaxFault => ({ range: pos, message }))
  const aliases = findUnresolvedAliases(document).map(
    ({ source, range }): SyntaxFault => ({
      range: [range![0], range![1]],
      message: `Unresolved alias: ${source}`,
    }),
  )
  return [...faults, ...aliases].sort((one, other) => one.range[0] - other.range[0])
}

/** Lists the aliases whose anchors do not occur above them. */
function findUnresolvedAliases(document: Document): Alias[] {
  const anchors = new Set<string>()
  const unresolved: Alias[] = []
  visit(document, {
    Value: (_, { anchor }) => void (anchor !== undefined && anchors.add(anchor)),
    Alias: (_, alias) => void (anchors.has(alias.source) || unresolved.push(alias)),
  })
  return unresolved
}

/**
 * A part of a file that can be parsed alone, so that a mistake in it does not affect other parts.
 */
type EntryText = {
  text: string
  /** Converts an offset in `text` to an offset in the file. */
  toFileOffset: (offset: number) => number
}

/**
 * Splits a file into its entries, such as pages and facts, by indentation alone. Each entry is
 * preceded by the line that names its section.
 */
function splitEntries(text: string): EntryText[] {
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
