const small = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
]
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']

/** Whether numbers can be spelled in a language. In others, the word depends on what is counted. */
export const canSpellNumbers = (language: string): boolean => /^en\b/.test(language)

/**
 * Spells a number as an English word.
 * @returns undefined if the number is printed in digits: in other languages, and unless it is a
 *   whole number from 0 to 99
 */
export function spellNumber(number: number, language: string): string | undefined {
  if (!canSpellNumbers(language) || !Number.isInteger(number) || number < 0 || number > 99)
    return undefined
  if (number < small.length) return small[number]
  const unit = number % 10
  return `${tens[Math.floor(number / 10)]}${unit === 0 ? '' : `-${small[unit]}`}`
}
