import { createRequire } from 'node:module'
import { problemAt } from '../problems/problem.ts'
import type { Problem } from '../problems/types.ts'
import { findSupportedLanguage } from '../util/supported-language.ts'
import type { SourceLocation } from '../problems/source-file.ts'
import { asRecord } from '../util/records.ts'
import type { SiteRule } from './types.ts'

const require = createRequire(import.meta.url)
type Registry = { [subtag: string]: number }
/** The subtags of each type in the registry of IANA, loaded for languages other than English. */
const readRegistry = {
  language: () => require('language-subtag-registry/data/json/language.json') as Registry,
  script: () => require('language-subtag-registry/data/json/script.json') as Registry,
  region: () => require('language-subtag-registry/data/json/region.json') as Registry,
}

/** Whether the registry of IANA has every subtag of a tag: `en-UK` has none for the country. */
function isRegistered(tag: string): boolean {
  const [language = '', ...others] = tag.toLowerCase().split('-')
  return (
    Object.hasOwn(readRegistry.language(), language) &&
    others.every((subtag) =>
      Object.hasOwn(readRegistry[subtag.length === 4 ? 'script' : 'region'](), subtag),
    )
  )
}

/** Finds the tag that is meant by one that does not exist. */
function findNearestTag(tag: string): string | undefined {
  const [canonical = tag] = Intl.getCanonicalLocales(tag)
  // Unicode knows names that IANA does not have, such as UK.
  if (canonical !== tag && isRegistered(canonical)) return canonical
  const [language = ''] = tag.split('-')
  const countries = readRegistry.region()
  // A country instead of a language: jp, cz.
  const spoken = Object.hasOwn(readRegistry.language(), language)
    ? language
    : Object.hasOwn(countries, language)
      ? new Intl.Locale(`und-${language.toUpperCase()}`).maximize().language
      : undefined
  if (spoken === undefined || spoken === 'und') return undefined
  const rest = tag.slice(language.length)
  return isRegistered(spoken + rest) ? spoken + rest : spoken
}

function checkLanguageTag(tag: unknown, location: SourceLocation): Problem[] {
  // Validation reports other values and formats.
  if (typeof tag !== 'string' || !/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/.test(tag))
    return []
  const expected = 'a language tag such as en-US'
  if (!/^en(-US)?$/.test(tag) && !isRegistered(tag)) {
    const suggestion = findNearestTag(tag)
    const message = `There is no language tag "${tag}".`
    return [problemAt(location, 'INVALID_FORMAT', message, { expected, found: tag, suggestion })]
  }
  if (findSupportedLanguage(tag) !== undefined) return []
  const message = `"${tag}" is not a supported language.`
  return [problemAt(location, 'INVALID_FORMAT', message, { expected, found: tag })]
}

/** Pages can only be in these languages, so their tags are not checked again. */
export const languageTagRule: SiteRule = {
  name: 'The languages of the site exist',
  check: ({ merged: { main: source, settings } }) => [
    ...checkLanguageTag(settings.language, { source, path: ['site', 'language'] }),
    ...Object.keys(asRecord(settings.languages)).flatMap((tag) =>
      checkLanguageTag(tag, { source, path: ['site', 'languages', tag], target: 'key' }),
    ),
  ],
}
