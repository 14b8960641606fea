import { useLayoutEffect, useState } from 'react'
import type { TariffChoice } from '../../../schema/types.gen.ts'
import { choiceParameter } from './append-choice.ts'

/** The parameter of an address that carries a quote to a form or a schedule. */
const quoteParameter = 'quote'

/** In characters. A longer text does not come from a quote. */
const maxLength = 500

/** Writes the query that carries a quote, in words and as data. */
export const formatQuoteQuery = (parts: string[], choice: TariffChoice): string =>
  String(
    new URLSearchParams({
      [quoteParameter]: parts.join(', '),
      [choiceParameter]: JSON.stringify(choice),
    }),
  )

const readParameter = (name: string): string | undefined => {
  const text = new URLSearchParams(location.search).get(name)?.trim()
  return text && text.length <= maxLength ? text : undefined
}

/** The quote with which the visitor came, such as "House call, Total $85". */
export function useRequestedQuote(): string | undefined {
  const [quote, setQuote] = useState<string>()
  useLayoutEffect(() => setQuote(readParameter(quoteParameter)), [])
  return quote
}

/** Reads what the visitor has asked for in a quote. */
export function readRequestedChoice(): TariffChoice | undefined {
  const text = readParameter(choiceParameter)
  if (text === undefined) return undefined
  try {
    return parseChoice(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Addresses can be written by anybody, so that only values of the right type are taken. */
function parseChoice(written: unknown): TariffChoice | undefined {
  if (typeof written !== 'object' || written === null) return undefined
  const { units, extras, distance, ...names } = written as Record<string, unknown>
  const texts = ['service', 'town', 'time', 'place'].flatMap((name) =>
    typeof names[name] === 'string' ? [[name, names[name]]] : [],
  )
  const counts = Object.entries(typeof units === 'object' ? (units ?? {}) : {}).filter(
    ([, count]) => isCount(count),
  )
  return {
    ...Object.fromEntries(texts),
    ...(isCount(distance) && { distance }),
    units: Object.fromEntries(counts),
    extras: Array.isArray(extras) ? extras.filter((extra) => typeof extra === 'string') : [],
  } as TariffChoice
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0
