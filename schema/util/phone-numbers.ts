import {
  parsePhoneNumberFromString as parsePhoneNumber,
  type CountryCode,
  type PhoneNumber,
} from 'libphonenumber-js'

/** The letters on the keys 2 to 9 of a phone, for numbers such as 1 800 FLOWERS. */
const keypad = ['ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ']
const toKeypadDigit = (letter: string) =>
  String(keypad.findIndex((letters) => letters.includes(letter)) + 2)

/**
 * Parses a number as people write it: 0049 (0)30/1234567, tel:+14325550142, or one without the code
 * of the country. Letters are those on the keys. Invisible marks, which phones add, do not count.
 * @returns undefined if no number is as long
 */
export function parsePhone(text: string, country?: CountryCode): PhoneNumber | undefined {
  const written = text
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .replace(/^(tel:)?00(?=[1-9])/i, '+')
    .replaceAll(/[\u2010-\u2013]/g, '-')
    .replace(/[ .,-]+$/, '')
    .replaceAll(/(?<=\d[\dA-Z -]*)[A-Z]/g, toKeypadDigit)
  // In Italy, the 0 is part of the number. Where no number begins with 0, people write it all the same.
  return [written, written.replace(/^(\+\d+ ?)\(0\)/, '$1')]
    .map((each) => parsePhoneNumber(each, { defaultCountry: country, extract: false }))
    .find((number) => number?.isPossible())
}

/** Formats a number for the settings of a site. Between the parts of American ones are no spaces. */
export const formatPhone = (number: PhoneNumber): string =>
  number.countryCallingCode === '1' ? `+1 ${number.formatNational()}` : number.formatInternational()
