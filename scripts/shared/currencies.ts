import countryToCurrency, { type Countries } from 'country-to-currency'
import { listCurrencySigns } from '../../schema/facts/facts.ts'

/** @returns the American dollar for what is no country */
export const findCurrency = (country: string): string =>
  countryToCurrency[country as Countries] ?? 'USD'

/** @returns the currency that people in a country mean by $ */
export function findDollar(country: string): string {
  const currency = findCurrency(country)
  return listCurrencySigns(currency)[0] === '$' ? currency : 'USD'
}
