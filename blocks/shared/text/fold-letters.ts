const spelledOut: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd' }

/**
 * Lowercases and removes accents, as people type when they search: `Café` and `cafe` are equal, and so
 * are `Flügel`, `Fluegel` and `Flugel`.
 */
export const foldLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđ]/g, (letter) => spelledOut[letter]!)
    .replace(/(?<=[aou])e/g, '')
