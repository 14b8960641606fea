/** Languages that every Node supports, checked first because the first Intl lookup is slow. */
const builtInLanguagePattern = /^en(-US)?$/

/**
 * Returns the canonical form of a language tag if Node can format numbers and dates in it.
 * @throws RangeError if it is not a valid language tag
 */
export const findSupportedLanguage = (language: string): string | undefined =>
  builtInLanguagePattern.test(language)
    ? language
    : Intl.NumberFormat.supportedLocalesOf(language)[0]
