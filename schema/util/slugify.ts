import transliterate from '@sindresorhus/transliterate'

/**
 * Converts a name for use in a URL: Legal Updates → legal-updates, Café? → cafe, Straße → strasse,
 * Joe's → joes. Letters of other scripts stay.
 */
export const slugify = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/(?!\p{ASCII})\p{Script=Latin}/gu, (letter) => transliterate(letter))
    .toLowerCase()
    .replace(/(?<=[\p{L}\p{N}])['’‘](?=[st]\b)/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
