import { spliceText, type Splice } from '../../util/splice-text.ts'
import { findBlockScalarMistakes } from './causes/block-scalars.ts'
import { findBracketMistakes } from './causes/brackets.ts'
import { findJoinedLines, findUnindentedContinuations } from './causes/broken-lines.ts'
import { findIndentationMistakes } from './causes/indentation.ts'
import { findMissingColons, findMissingSpaces } from './causes/keys.ts'
import { findListMistakes } from './causes/lists.ts'
import { parseFaults, parseText } from './parse-faults.ts'
import { findQuoteMistakes } from './causes/quotes.ts'
import { readLines } from './read-lines.ts'
import { splitEntries, type EntryText } from './split-entries.ts'
import { findStrayCharacters } from './causes/stray-characters.ts'
import { findTabs } from './causes/tabs.ts'
import { findUnquotedTexts } from './causes/unquoted-texts.ts'
import { findPastedText, findUnusualCharacters } from './causes/unusual-characters.ts'
import type { BrokenText, CauseFinder, SyntaxCause, SyntaxFault, TextRange } from './types.ts'

/** An error of the parser and its likely cause, with offsets in the file. */
export type SyntaxDiagnosis = { fault: SyntaxFault; cause?: SyntaxCause }

/** Finders for mistakes that are easy to recognize come first. */
const finders: CauseFinder[] = [
  findPastedText,
  findUnusualCharacters,
  findTabs,
  findMissingSpaces,
  findJoinedLines,
  findBracketMistakes,
  findQuoteMistakes,
  findUnquotedTexts,
  findBlockScalarMistakes,
  findListMistakes,
  findMissingColons,
  findUnindentedContinuations,
  findIndentationMistakes,
  findStrayCharacters,
]

/** Limits the report of a file with many errors. */
const maxDiagnoses = 20
/** If an entry seems to have more mistakes, it probably has one that no finder recognizes. */
const maxMistakesPerEntry = 3
/** Limits the time for a large file. */
const maxParsedCharacters = 3_000_000

/**
 * Finds the likely causes of the syntax errors in a file. A cause is likely if correcting it makes
 * the parser accept the text. So one mistake is reported once, where it was made. The entries of
 * the file are parsed one by one.
 */
export function diagnoseSyntax(text: string): SyntaxDiagnosis[] {
  const budget = { characters: maxParsedCharacters }
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
  const corrected = trySplice(text, edits)
  return (
    diagnoses.length > 0 &&
    diagnoses.every(({ cause }) => cause) &&
    corrected !== undefined &&
    parseFaults(corrected)?.length === 0
  )
}

/** @returns undefined if two edits overlap, because two corrections change the same text */
function trySplice(text: string, edits: Splice[]): string | undefined {
  try {
    return spliceText(text, edits)
  } catch {
    return undefined
  }
}

/**
 * Finds the mistakes in an entry. If they do not explain all errors, returns only the first error,
 * without a cause.
 */
function diagnoseEntry(
  { text: original, toFileOffset }: EntryText,
  file: string,
  budget: { characters: number },
): SyntaxDiagnosis[] {
  const lineBreak = file.includes('\r\n') ? '\r\n' : '\n'
  const diagnoses: SyntaxDiagnosis[] = []
  const made: Splice[][] = []
  const toFile = (offset: number) => toFileOffset(findOriginalOffset(offset, made))
  let text = original
  for (;;) {
    const [fault] = parseFaults(text) ?? []
    if (!fault) return diagnoses
    const found = { ...fault, range: toFileRange(fault.range, toFile) }
    const lines = readLines(text)
    const faultLine = lines.findLastIndex(({ start }) => start <= fault.range[0])
    const getLineNumber = (offset: number) => file.slice(0, toFile(offset)).split('\n').length
    const cause = findCause({ text, lines, fault, faultLine, getLineNumber }, budget)
    if (!cause || diagnoses.length === maxMistakesPerEntry)
      return [{ fault: diagnoses[0]?.fault ?? found }]
    diagnoses.push({ fault: found, cause: relocateCause(cause, toFile, lineBreak) })
    text = spliceText(text, cause.edits)
    made.push(cause.edits)
  }
}

/**
 * Finds the first cause whose correction makes the parser accept the text, or at least more of it.
 */
function findCause(broken: BrokenText, budget: { characters: number }): SyntaxCause | undefined {
  let partial: SyntaxCause | undefined
  // A correction must not turn lines into text, or define a property twice.
  const textLines = countTextLines(broken.text)
  const tried = new Set<string>()
  const { duplicates } = parseText(broken.text)!
  for (const find of finders) {
    for (const cause of find(broken)) {
      const text = spliceText(broken.text, cause.edits)
      if (tried.has(text)) continue
      tried.add(text)
      if (budget.characters < text.length) return partial
      budget.characters -= text.length
      const parsed = parseText(text)
      if (!parsed || (parsed.duplicates > duplicates && !cause.hidesRest)) continue
      if (!cause.addsTextLines && countTextLines(text) > textLines) continue
      const [next] = parsed.faults
      if (!next) return cause
      if (!partial && isProgress(broken, cause, text, next)) partial = cause
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
  { text, faultLine }: BrokenText,
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
 * Converts an offset in the edited text to the offset before the edits.
 * @param made lists of edits, in the order in which they were made
 */
const findOriginalOffset = (offset: number, made: Splice[][]): number =>
  made.reduceRight(undoSplices, offset)

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

const relocateCause = (
  cause: SyntaxCause,
  toFile: (offset: number) => number,
  lineBreak: string,
): SyntaxCause => ({
  ...cause,
  range: toFileRange(cause.range, toFile),
  edits: cause.edits.map(({ start, end, text }) => {
    const range = toFileRange([start, end], toFile)
    return { start: range[0], end: range[1], text: text.replaceAll('\n', lineBreak) }
  }),
})

/**
 * Converts a range to a range in the file. Its end is computed from its last character, since the
 * end may coincide with the start of another part of the file.
 */
const toFileRange = ([start, end]: TextRange, toFile: (offset: number) => number): TextRange => [
  toFile(start),
  end === start ? toFile(start) : toFile(end - 1) + 1,
]
