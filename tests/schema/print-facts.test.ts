import { expect, it } from 'vitest'
import { formatReading, type FactValue } from '../../schema/facts/facts.ts'
import type { LedgerEntry } from '../../schema/types.gen.ts'

type Case = [language: string, unit: LedgerEntry['unit'], value: FactValue, text: string]

it.each<Case>([
  ['de-DE', 'EUR', 1250, '1.250 €'],
  ['de-DE', 'EUR', 9.5, '9,50 €'],
  ['en-GB', 'GBP', 9.5, '£9.50'],
  ['de-DE', 'minutes', 1, '1 Minute'],
  ['de-DE', 'minutes', { min: 10, max: 15 }, '10–15 Minuten'],
  ['de-DE', 'percent', 73, '73 %'],
  ['en-US', 'km', 1, '1 kilometer'],
  ['en-US', 'miles', 1200, '1,200 miles'],
  ['en-US', 'MB', 25, '25 MB'],
  ['en-US', 'USD', 0.655, '$0.655'],
  ['en-US', 'USD', { min: 0.125, max: 60.5 }, '$0.125–$60.50'],
  ['fr-CA', 'CAD', { min: 140, max: 160 }, '140–160 $'],
  ['es-US', 'USD', { min: 140, max: 160 }, '$140–$160'],
  ['ja-JP', 'JPY', 1250, '￥1,250'],
  ['en-KW', 'KWD', 1.5, 'KWD 1.500'],
  ['pl-PL', 'PLN', 12.5, '12,50 zł'],
  ['en-US', 'km', 0.0005, '0.0005 kilometers'],
  ['en-US', 'miles', 1.0004, '1.0004 miles'],
  ['en-US', 'rating', 4.875, '4.875/5'],
  ['de-DE', 'percent', 0.125, '0,125 %'],
  ['en-US', 'Mbps', 2, '2 Mbps'],
])('in %s, %s %j is printed as %s', (language, unit, value, text) => {
  // Some languages use a non-breaking space.
  expect(formatReading({ unit }, { value }, language).text.replace(/[\u00a0\u202f]/g, ' ')).toBe(
    text,
  )
})
