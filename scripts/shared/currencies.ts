import { listCurrencySigns } from '../../schema/facts/facts.ts'

/** Currencies, each with its countries. */
const currencies =
  'EUR AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK,GBP GB,CAD CA,AUD AU,NZD NZ,CHF CH LI,DKK DK,NOK NO,SEK SE,ISK IS,PLN PL,CZK CZ,HUF HU,RON RO,ZAR ZA,INR IN,JPY JP,MXN MX,BRL BR'.split(
    ',',
  )

/** @returns the American dollar for other countries */
export const findCurrency = (country: string): string =>
  currencies.find((each) => each.includes(` ${country}`))?.slice(0, 3) ?? 'USD'

/** @returns the currency that people in a country mean by $ */
export function findDollar(country: string): string {
  const currency = findCurrency(country)
  return listCurrencySigns(currency)[0] === '$' ? currency : 'USD'
}
