import { drawnLetters } from './drawn-letters.gen.ts'

/** The typefaces of drawn images: those of the site, and one for other scripts. */
export type DrawnTypeface = keyof typeof drawnLetters

const patterns = (Object.keys(drawnLetters) as DrawnTypeface[]).map((typeface) => ({
  typeface,
  // Marks and invisible characters belong to the letter before them.
  lacked: new RegExp(`[^${drawnLetters[typeface]}\\s\\p{M}\\p{C}]`, 'gu'),
}))

/**
 * Chooses the typeface for the texts of a drawn image: the first that lacks the fewest letters.
 * @returns the letters that it lacks, each once, too
 */
export function chooseDrawnTypeface(...texts: string[]): {
  typeface: DrawnTypeface
  missing: string[]
} {
  const text = texts.join(' ').normalize()
  return patterns
    .map(({ typeface, lacked }) => ({ typeface, missing: [...new Set(text.match(lacked))] }))
    .reduce((best, other) => (other.missing.length < best.missing.length ? other : best))
}

/** @returns the first letter or digit of a name that can be drawn, in uppercase */
export const findInitial = (name: string): string | undefined =>
  [...name.normalize()]
    .filter((character) => /[\p{L}\p{N}]/u.test(character))
    .map((letter) => letter.toUpperCase())
    .find((letter) => chooseDrawnTypeface(letter).missing.length === 0)
