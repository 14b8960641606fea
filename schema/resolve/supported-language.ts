/** Languages that every Node supports, checked first because the first Intl lookup is slow. */
const builtInLanguagePattern = /^en(-US)?$/

/**
 * Returns the canonical form of a language tag if Node can format numbers and dates in it.
 * Undefined for other languages, and for texts that are no tag.
 */
export function findSupportedLanguage(language: string): string | undefined {
  if (builtInLanguagePattern.test(language)) return language
  try {
    return Intl.NumberFormat.supportedLocalesOf(language)[0]
  } catch {
    return undefined
  }
}
