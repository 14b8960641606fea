import { toPlainCharacters } from '../../util/plain-characters.ts'

/** What currencies are called beside a figure, besides their signs. */
const currency = 'USD|EUR|GBP|CHF|CAD|AUD|NOK|SEK|DKK|PLN|CZK|HUF|INR|JPY'
const amountWord = `per\\s?cent|[Pp]rozent|pour\\s?cent|por\\s?ciento|procent|[Dd]ollars?|[Ee]uros?|zł|Kč|kr|Ft|${currency}`

/**
 * Matches prices and percentages, also with the currency after the amount: 35,50 €, 1.290,- EUR.
 * Bounded, to avoid quadratic time on long runs of digits.
 */
export const uncitedFigurePattern = new RegExp(
  `(?:\\p{Sc}|\\b(?:${currency}))\\s?\\d(?:[\\d,.]{0,30}\\d)?|\\b\\d[\\d.,]{0,30}[-–]?\\s?(?:%|\\p{Sc}(?!\\s?\\d|\\{)|(?:${amountWord})(?![\\p{L}\\p{N}]))`,
  'gu',
)

/** Most texts have no digit. */
const mayHaveFigure = /[\p{N}&]/u

/** A figure may begin in a link: `[£](/prices)99`. */
const linkTarget = /\]\([^()\n]{0,500}\)/g

const listFigures = (text: string): string[] => text.match(uncitedFigurePattern) ?? []

/** A text as it is written or, if that has more figures, as it is read. Empty if it has none. */
export function chooseSpelling(text: string): string {
  if (!mayHaveFigure.test(text)) return ''
  const plain = toPlainCharacters(text.replaceAll(linkTarget, ']'))
  const isFuller = plain !== text && listFigures(plain).length > listFigures(text).length
  return isFuller ? plain : text
}

/** Finds prices and percentages in a text, however their characters are written. */
export const findUncitedFigures = (text: string): string[] => listFigures(chooseSpelling(text))
