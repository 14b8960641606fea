import { splitCallingCode } from '../../schema/resolve/text/contact-links.ts'

export type Country = keyof typeof countries

/** Countries whose currency is a unit of facts. */
export const countries = {
  US: { language: 'en-US', currency: 'USD', callingCode: '1' },
  CA: { language: 'en-CA', currency: 'CAD', callingCode: '1' },
  GB: { language: 'en-GB', currency: 'GBP', callingCode: '44' },
  IE: { language: 'en-IE', currency: 'EUR', callingCode: '353' },
  AU: { language: 'en-AU', currency: 'AUD', callingCode: '61' },
}

/** An answer that cannot be used. The message is a sentence that says what to write instead. */
export class InvalidAnswer extends Error {}

/** @property placeholder set if it is one that is reserved for fiction */
export type PhoneNumber = { number: string; placeholder?: true }

/** Parses a number as people write it, with or without the code of the country. */
export function parsePhone(text: string, country: Country | { callingCode: string }): PhoneNumber {
  const { callingCode } = typeof country === 'string' ? countries[country] : country
  const digits = text.replace(/\D/g, '')
  const invalid = () =>
    new InvalidAnswer(
      `Write the phone number with its area code, such as (432) 555-0142, or with the code of its country, such as +49 761 555014, not ${JSON.stringify(text.trim())}.`,
    )
  if (/[^\d\s().+/-]/.test(text)) throw invalid()
  const isInternational = text.trim().startsWith('+')
  if (callingCode === '1' && (!isInternational || digits.startsWith('1'))) {
    const [, area, exchange, line] = /^1?([2-9]\d{2})([2-9]\d{2})(\d{4})$/.exec(digits) ?? []
    if (area === undefined) throw invalid()
    // Numbers that are reserved for fiction.
    const isFictional = exchange === '555' && line!.startsWith('01')
    return {
      number: `+1 (${area}) ${exchange}-${line}`,
      ...(isFictional && { placeholder: true }),
    }
  }
  const code = isInternational ? splitCallingCode(text.trim())?.[0] : callingCode
  if (code === undefined) throw invalid()
  // Removes the leading zero, which is dialed only inside the country.
  const local = text.replace(/\(0\)/, '').replace(isInternational ? `+${code}` : /0/, '')
  const groups = local.replaceAll(/[\s/]+/g, ' ').replace(/^[ .-]+|(?<=\d)\D+$/g, '')
  const digitCount = code.length + groups.replace(/\D/g, '').length
  if (digitCount < 9 || digitCount > 15) throw invalid()
  return { number: `+${code} ${groups}` }
}
