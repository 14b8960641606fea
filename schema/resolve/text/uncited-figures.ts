import { toPlainCharacters } from '../../util/plain-characters.ts'

/** Matches prices and percentages. Bounded, to avoid quadratic time on long runs of digits. */
export const uncitedFigurePattern =
  /(?:[$€£]|\b(?:USD|EUR|GBP))\s?\d(?:[\d,.]{0,30}\d)?|\b\d[\d.,]{0,30}\s?(?:%|(?:per\s?cent|dollars?|euros?|USD|EUR|GBP)\b)/g

/** Most texts have no digit. */
const mayHaveFigure = /[\p{N}&]/u

/** A figure may begin in a link: `[£](/prices)99`. */
const linkTarget = /\]\([^()\n]{0,500}\)/g

const listFigures = (text: string): string[] => text.match(uncitedFigurePattern) ?? []

/** A text as it is written or, if that has more figures, as it is read. */
export function chooseReading(text: string): string {
  if (!mayHaveFigure.test(text)) return text
  const plain = toPlainCharacters(text.replaceAll(linkTarget, ']'))
  return listFigures(plain).length > listFigures(text).length ? plain : text
}

/** Finds prices and percentages in a text, however their characters are written. */
export const findUncitedFigures = (text: string): string[] => listFigures(chooseReading(text))
