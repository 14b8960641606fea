import { isScalar, visit, type Document } from 'yaml'
import { problemInFile, type Problem } from '../../problems/problem.ts'
import type { OffsetLocator } from '../../problems/location.ts'

/**
 * Matches control characters except tabs and line breaks, lone surrogates, and characters that
 * Unicode reserves.
 */
const controlCharacterPattern = /(?![\t\n\r])[\p{Cc}\p{Cs}\ufffe\uffff]/u

/** Matches the escapes of YAML and JSON for these characters. */
const controlEscapePattern =
  /\\(?:[0abefvN]|x(?:[01]|7f|[89])[\da-f]?|u(?:00(?:[01][\da-f]|7f|[89][\da-f])|d[89a-f][\da-f]{2}|fff[ef]))/i

/** A file with many control characters is not text, so the first few suffice. */
const maxReported = 3

export const hasControlCharacter = (text: string): boolean => controlCharacterPattern.test(text)

/**
 * Whether JSON may contain a control character, literally or escaped. Also true for an escaped
 * emoji.
 */
export const mayHoldControlCharacter = (json: string): boolean =>
  hasControlCharacter(json) || controlEscapePattern.test(json)

/** Finds literal control characters, at most one per line. */
export function findControlCharacters(file: string, text: string, at: OffsetLocator): Problem[] {
  // Most files have none.
  if (!hasControlCharacter(text)) return []
  const problems: Problem[] = []
  const lines = new Set<number>()
  for (const { index, 0: character } of text.matchAll(
    new RegExp(controlCharacterPattern.source, 'gu'),
  )) {
    const position = at(index, index + 1)
    if (lines.has(position.line)) continue
    lines.add(position.line)
    problems.push({ ...reportControlCharacter(file, character), ...position })
    if (problems.length === maxReported) break
  }
  return problems
}

/** Finds escapes in double quotes for control characters, such as "\0" and "\uD800". */
export function findControlEscapes(
  file: string,
  document: Document,
  text: string,
  at: OffsetLocator,
): Problem[] {
  const problems: Problem[] = []
  visit(document, {
    Scalar(_, node) {
      const { range, type, value } = node
      if (!isScalar(node) || type !== 'QUOTE_DOUBLE' || !range || typeof value !== 'string') return
      const character = controlCharacterPattern.exec(value)?.[0]
      const written = text.slice(range[0], range[1])
      if (character === undefined || hasControlCharacter(written)) return
      const spelled = controlEscapePattern.exec(written)
      const start = range[0] + (spelled?.index ?? 0)
      const end = spelled ? start + spelled[0].length : range[1]
      problems.push({ ...reportControlCharacter(file, character), ...at(start, end) })
      return problems.length === maxReported ? visit.BREAK : undefined
    },
  })
  return problems
}

function reportControlCharacter(file: string, character: string): Problem {
  const code = character.charCodeAt(0)
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  if (code < 0xd800 || code > 0xdfff)
    return problemInFile(
      file,
      'CONTROL_CHARACTER',
      `This text contains the control character ${name}, which a page cannot show.`,
    )
  const details = {
    expected: 'the character itself, or both halves: "\\uD83D\\uDE00"',
    fix: 'Write the character itself, or delete the escape.',
  }
  return problemInFile(file, 'CONTROL_CHARACTER', `${name} is half of a character.`, details)
}
