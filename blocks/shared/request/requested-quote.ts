import { useLayoutEffect, useState } from 'react'

/** The parameter of an address that carries a quote to a form or a schedule. */
export const quoteParameter = 'quote'

/** In characters. A longer text does not come from a quote. */
const maxLength = 500

/** The quote with which the visitor came, such as "House call, Total $85". */
export function useRequestedQuote(): string | undefined {
  const [quote, setQuote] = useState<string>()
  useLayoutEffect(() => {
    const text = new URLSearchParams(location.search).get(quoteParameter)?.trim()
    if (text && text.length <= maxLength) setQuote(text)
  }, [])
  return quote
}
