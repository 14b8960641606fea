/** Prices and percentages that are typed into a text are found as people of a country write them. */
import { expect, it } from 'vitest'
import { findUncitedFigures } from '../../schema/resolve/text/uncited-figures.ts'

it.each([
  ['A visit is $25–$50, or USD 40.', ['$25', '$50', 'USD 40']],
  ['Ein Brot kostet 35,50 €, der Kurs 1.290,- €.', ['35,50 €', '1.290,- €']],
  ['Ab 49 EUR, mit 20 Prozent Rabatt.', ['49 EUR', '20 Prozent']],
  ['Le pain coûte 3,50 €, soit 20 % de moins.', ['3,50 €', '20 %']],
  ['Strzyżenie od 35 zł, 35,00 zł brutto.', ['35 zł', '35,00 zł']],
  ['CHF 25.50 oder 30 CHF.', ['CHF 25.50', '30 CHF']],
  ['₹499, ¥500 and 2 $5 items.', ['₹499', '¥500', '$5']],
  ['Zimmer 5, 6 Euro; 10 krads and 24 hours.', ['6 Euro']],
  // Citations of facts.
  ['Zone 2, ${fee}, and 3 ${unit}.', []],
])('%s', (text, expected) => {
  expect(findUncitedFigures(text)).toEqual(expected)
})
