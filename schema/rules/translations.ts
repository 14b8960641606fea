import { locateKey } from '../problems/location.ts'
import { createExternalPathMatcher } from '../util/route-paths.ts'
import { problemAt, type Problem } from '../problems/problem.ts'
import type { PageSummary } from '../resolve/page-summary.ts'
import { formatFirstItems } from '../util/format-first-items.ts'
import { groupBy } from '../util/group-by.ts'
import { asRecord } from '../util/records.ts'
import { chooseLanguage } from '../util/supported-language.ts'
import { suggestName } from '../validate/nearest-name.ts'
import type { SiteRule, SiteRuleContext } from './types.ts'

/** A translation has one original, and is the only one in its language. */
function checkOriginals(context: SiteRuleContext): Problem[] {
  const { site } = context
  const { translations } = context.context
  return [...site.pages.values()].flatMap(({ route, raw, location }) => {
    const { language, translates } = raw
    if (typeof translates !== 'string' || translations.get(route)) return []
    const at = locateKey(location, 'translates')
    const report = (message: string, details: object) => [
      problemAt(at, 'INVALID_TRANSLATION', message, { found: translates, ...details }),
    ]
    // A file that cannot be read may define the page.
    if (!site.pages.has(translates) && site.possiblyDefined.has(translates)) return []
    if (translates === route)
      return report(`${route} translates itself.`, {
        fix: 'Write the address of the page in the language of the site after translates.',
      })
    if (!site.pages.has(translates))
      return report(`${route} translates ${translates}, but there is no such page.`, {
        fix: 'Correct the address after translates, or add the page.',
        ...suggestName(translates, site.pages.keys()),
      })
    if (typeof language !== 'string')
      return report(`${route} translates ${translates}, but does not say into which language.`, {
        fix: 'Add language, with one of the languages under site.languages.',
      })
    const other = translations.get(translates)?.find((page) => page.language === language)
    return other
      ? report(`${other.route} already translates ${translates} into "${language}".`, {
          fix: 'Delete one of the two pages, or correct what it translates.',
        })
      : []
  })
}

/** Creates a predicate for pages in the languages of the settings. */
function createTranslationFilter(settings: unknown) {
  const { pages } = asRecord(settings)
  const isAmong = Array.isArray(pages) ? createExternalPathMatcher(pages) : undefined
  return ({ route, meta, data }: PageSummary) =>
    isAmong ? isAmong(route) : meta.indexed && data.article === undefined
}

/** Every page is there in all languages that need it. */
function checkMissing({ site, pages, context }: SiteRuleContext): Problem[] {
  const { languages, translations } = context
  const own = pages.filter(({ route, meta }) => {
    const { language } = site.pages.get(route)?.raw ?? {}
    return !meta.planned && !languages.has(String(language))
  })
  return [...languages].flatMap(([tag, { label }]) => {
    const isNeeded = createTranslationFilter(asRecord(site.settings.languages)[tag])
    return own
      .filter((page) => isNeeded(page))
      .filter(({ route }) => !translations.get(route)?.some(({ language }) => language === tag))
      .map(({ route, location }) =>
        problemAt(location, 'MISSING_TRANSLATION', `${route} has no translation (${label}).`, {
          fix: `Add a page with language: ${tag} and translates: ${route}.`,
        }),
      )
  })
}

/** Reports a header and a footer that still have the words of the first language, such as copied ones. */
function checkMenus({ site, context: { languages, siteLanguage } }: SiteRuleContext): Problem[] {
  const own = new Set(listLabels(site.navigation))
  const getBase = (tag: string) => tag.split('-')[0]
  return [...languages].flatMap(([tag, { label }]) => {
    if (getBase(tag) === getBase(siteLanguage.language)) return []
    const labels = listLabels(asRecord(asRecord(site.settings.languages)[tag]).navigation)
    const same = labels.filter((each) => own.has(each))
    // Some words, such as Blog and the name of a town, are the same in both.
    if (same.length * 2 <= labels.length) return []
    const at = { source: site.main, path: ['site', 'languages', tag, 'navigation'] }
    const listed = formatFirstItems(
      [...new Set(same)].map((each) => `"${each}"`),
      5,
    )
    const message = `The header and the footer in ${label} say what those in the first language say: ${listed}.`
    const fix = 'Translate them.'
    return [problemAt(locateKey(at), 'MISSING_TRANSLATION', message, { fix })]
  })
}

/** The words of menus, and of the footer. */
function listLabels(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(listLabels)
  return Object.entries(asRecord(value)).flatMap(([name, each]) =>
    typeof each !== 'string'
      ? listLabels(each)
      : /^(?:label|heading|text|legal)$/.test(name)
        ? each
        : [],
  )
}

/** Reports translations whose originals have changed since. */
function checkOutdatedTranslations({ pages }: SiteRuleContext): Problem[] {
  const originals = new Map(pages.map(({ route, meta }) => [route, meta.original]))
  return pages.flatMap(({ route, meta: { translates }, location }) => {
    if (!translates || originals.get(translates.route) === translates.original) return []
    const at = locateKey(location, 'translates')
    const record = `npm run check -- --accept-translation ${route}`
    if (translates.original === undefined) {
      const message = `Nobody has confirmed that ${route} says what ${translates.route} says.`
      const fix = `Compare the two. Then run: ${record}`
      return [problemAt(at, 'UNCONFIRMED_TRANSLATION', message, { fix })]
    }
    const message = `${translates.route} has changed since it was translated as ${route}.`
    const fix = `Bring ${route} up to date. Then run: ${record}`
    return [problemAt(at, 'OUTDATED_TRANSLATION', message, { fix })]
  })
}

/** What both a page in the language of the site and one in another language print is a word of both. */
function checkFactWords({ pages, site, context, getResolvedPage }: SiteRuleContext): Problem[] {
  const { languages, siteLanguage } = context
  const [own] = siteLanguage.language.split('-')
  const getLanguage = ({ route }: PageSummary) => String(site.pages.get(route)?.raw.language)
  const isOther = (page: PageSummary) => languages.has(getLanguage(page))
  const owned = new Set(
    pages.filter((page) => !isOther(page)).flatMap((page) => page.citations ?? []),
  )
  return pages.filter(isOther).flatMap((page) => {
    const language = getLanguage(page)
    const [base] = language.split('-')
    const cited = (page.citations ?? []).filter((key) => base !== own && owned.has(key))
    const found = cited.flatMap((key) => findUntranslated(key, language, context) ?? [])
    // Everything that one table lacks is one problem, and so is a word that several facts print.
    return [...groupBy(found, ({ table, word }) => table ?? `"${word}"`).values()].map((group) => {
      const { word, fact, table, isZero, key } = group[0]!
      const words = [...new Set(group.map((each) => `"${each.word}"`))]
      const fix = isZero
        ? `Write both in the fact: zero: { ${own}: ${word}, ${base}: … }.`
        : table !== undefined
          ? `Add it to the fact "${table}": tableWords: { ${base}: { ${word}: … } }.`
          : `Add it to the fact, beside the value: translations: { ${base}: … }.`
      const { citations } = getResolvedPage(page.route).findings
      const at = citations.find((each) => `${each.fact}.${each.reading}` === key)
      const message = `This page has no words in "${language}" for ${formatFirstItems(words, 5)}.`
      const details = { found: word, needle: fact.name, fix }
      return problemAt(at?.location ?? page.location, 'UNTRANSLATED_FACT', message, details)
    })
  })
}

/** Ann Lee, Crane County: the same in every language. */
const fullNamePattern = /^\p{Lu}\S*(\s\p{Lu}\S*)+$/u

/** The word that a reading, such as `how.value`, prints in every language. */
function findUntranslated(key: string, language: string, { facts }: SiteRuleContext['context']) {
  const end = key.lastIndexOf('.')
  const fact = facts.get(key.slice(0, end))
  const { value, translations } = fact?.readings.get(key.slice(end + 1)) ?? {}
  const isZero = value === 0
  const word = isZero ? fact?.zero : value
  const { tableName = '' } = fact ?? {}
  const isOfTable = !isZero && facts.get(tableName)?.table?.set === undefined && tableName !== ''
  return fact &&
    !fact.placeholder &&
    typeof word === 'string' &&
    /\p{L}/u.test(word) &&
    !fullNamePattern.test(word) &&
    chooseLanguage(translations, language) === undefined
    ? { key, word, fact, isZero, ...(isOfTable && { table: tableName }) }
    : undefined
}

export const translationRules: SiteRule[] = [
  checkFactWords,
  checkOriginals,
  checkMissing,
  checkMenus,
  checkOutdatedTranslations,
]
