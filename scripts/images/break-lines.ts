/** Breaks text into lines whose widths are known from the widths of characters. */
import type { TypefaceMetrics } from './fonts.ts'

/** Measures a line of text, in pixels. */
type MeasureText = (text: string) => number

/** Ignores kerning, which hardly ever makes a line wider. */
export const createMeasure =
  ({ widths }: TypefaceMetrics, size: number, letterSpacing = 0): MeasureText =>
  (text) => {
    let width = 0
    for (const character of text) width += (widths[character] ?? 0) * size + letterSpacing
    return width
  }

/**
 * Removes characters that a font lacks. Returns an empty text if that leaves less than half of it.
 */
export function omitMissing(text: string, { widths }: TypefaceMetrics): string {
  const composed = text.normalize()
  const remaining = [...composed]
    .filter((character) => /\s/.test(character) || widths[character] !== undefined)
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
  return countLetters(remaining) * 2 < countLetters(composed) ? '' : remaining
}

const countLetters = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0

/** A line may break after spaces, and after dashes and slashes between words. */
const lineBreaks = /(?<= )|(?<=[\p{L}\p{N}][-–—/])(?=\p{L})/u

/** Splits a text into parts that stay on one line each, if they are not wider than it. */
export const splitAtBreaks = (text: string): string[] => text.split(lineBreaks)

/** Puts as many words as possible on each line. A word that is wider than a line is broken. */
export function breakLines(text: string, maxWidth: number, measure: MeasureText): string[] {
  const lines: string[] = []
  let line = ''
  const endLine = () => {
    lines.push(line.trimEnd())
    line = ''
  }
  for (const part of splitAtBreaks(text)) {
    if (line !== '' && measure((line + part).trimEnd()) > maxWidth) endLine()
    for (const character of part) {
      if (line !== '' && character !== ' ' && measure(line + character) > maxWidth) endLine()
      line += character
    }
  }
  if (line !== '') endLine()
  return lines
}

/** Breaks a text into as many lines as `breakLines`, of similar widths. */
export function breakLinesEvenly(text: string, maxWidth: number, measure: MeasureText): string[] {
  let lines = breakLines(text, maxWidth, measure)
  // A narrower line would break a word.
  let tooNarrow = Math.max(...splitAtBreaks(text).map((part) => measure(part.trimEnd())))
  let width = maxWidth
  while (width - tooNarrow > 1) {
    const middle = (tooNarrow + width) / 2
    const narrower = breakLines(text, middle, measure)
    if (narrower.length > lines.length) tooNarrow = middle
    else [lines, width] = [narrower, middle]
  }
  return lines
}

/** Like `breakLines`, but with at most `maxLines`. An ellipsis replaces the rest of the text. */
export function breakFirstLines(
  text: string,
  { maxLines, maxWidth }: { maxLines: number; maxWidth: number },
  measure: MeasureText,
): string[] {
  const lines = breakLines(text, maxWidth, measure)
  if (lines.length <= maxLines) return lines
  const first = lines.slice(0, maxLines)
  let last = first.pop()!
  const shorten = () => `${last.replace(/[\s\p{P}]+$/u, '')}…`
  while (last !== '' && measure(shorten()) > maxWidth) last = [...last].slice(0, -1).join('')
  return [...first, shorten()]
}

/** Returns as much of a text as fits on one line. */
export const fitLine = (text: string, maxWidth: number, measure: MeasureText): string =>
  breakFirstLines(text, { maxLines: 1, maxWidth }, measure)[0] ?? ''
