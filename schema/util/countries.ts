import { getCountries, type CountryCode } from 'libphonenumber-js'

/** Finds a country by its code, or by its name in English or its own language: fr, UK, Italia. */
export function findCountry(text: string): CountryCode | undefined {
  const word = text.trim().toUpperCase()
  if (/^(?:UK|ENGLAND|SCOTLAND|WALES|NORTHERN IRELAND)$/.test(word)) return 'GB'
  if (word === 'USA') return 'US'
  const isNamed = (code: CountryCode) =>
    ['en', new Intl.Locale(`und-${code}`).maximize().language].some(
      (each) => new Intl.DisplayNames(each, { type: 'region' }).of(code)!.toUpperCase() === word,
    )
  const codes = getCountries()
  return codes.find((code) => code === word) ?? codes.find(isNamed)
}
