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

/**
 * Whether a language matches one of several tags. A tag without a country, such as `es`, matches
 * all countries.
 */
export const matchesLanguage = (tags: readonly string[], language: string): boolean =>
  tags.some((tag) => tag === language || (!tag.includes('-') && language.startsWith(`${tag}-`)))

/** Chooses what is written in a language: under es-MX or, if it is missing, under es. */
export const chooseLanguage = <T>(
  texts: Readonly<Record<string, T>> | undefined,
  language: string,
): T | undefined =>
  [language, language.split('-')[0]!]
    .filter((tag) => texts && Object.hasOwn(texts, tag))
    .map((tag) => texts![tag])[0]

/** The scripts that are written from right to left, in the languages that Intl supports. */
const rightToLeftScripts = new Set(['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Rohg', 'Syrc', 'Thaa'])

/** Whether a language is written from right to left, such as Arabic, Persian and Hebrew. */
export function isRightToLeft(language: string): boolean {
  // Of tags that are not valid, which are reported, too.
  const known = findSupportedLanguage(language) ?? 'en'
  return (
    !builtInLanguagePattern.test(known) &&
    rightToLeftScripts.has(new Intl.Locale(known).maximize().script ?? '')
  )
}

let tagsByName: Map<string, string> | undefined

/**
 * Finds the tag of a language by its name in English or in the language itself: Polish, polski.
 * @param beside a language of the same site: beside en-US, Spanish is es-US, as people write it there
 */
export function findLanguageTag(text: string, beside = 'en'): string | undefined {
  tagsByName ??= listLanguageNames()
  const tag = tagsByName.get(text.trim().toLowerCase())
  const { region } = new Intl.Locale(findSupportedLanguage(beside) ?? 'en')
  if (tag === undefined || region === undefined || tag.includes('-')) return tag
  const local = `${tag}-${region}`
  return new Intl.NumberFormat(local).resolvedOptions().locale === local ? local : tag
}

/** Those of one country that have a name, such as Canadian French. */
const dialects =
  'de-AT de-CH en-AU en-CA en-GB en-US es-ES es-MX fr-CA fr-CH nl-BE pt-BR pt-PT'.split(' ')

function listLanguageNames(): Map<string, string> {
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  const tags = letters.flatMap((first) => letters.map((second) => first + second))
  return new Map(
    [...Intl.DisplayNames.supportedLocalesOf(tags), ...dialects].flatMap((tag) =>
      ['en', tag].flatMap((language) =>
        // Canadian French and French (Canada)
        (['dialect', 'standard'] as const).map((languageDisplay): [string, string] => {
          const names = new Intl.DisplayNames(language, { type: 'language', languageDisplay })
          return [names.of(tag)!.toLowerCase(), tag]
        }),
      ),
    ),
  )
}
