import { asText } from '../util/as-text.ts'
import type { PageSummary } from '../resolve/page-summary.ts'
import type { SiteRuleContext } from './types.ts'

type Languages = Pick<SiteRuleContext, 'site' | 'context'>

/** The label of the language of a page, unless it is that of the site. */
const findOtherLanguage = ({ route }: PageSummary, { site, context }: Languages) =>
  context.languages.get(asText(site.pages.get(route)?.raw.language))?.label

/** Puts pages in other languages last: if they repeat a text, they are not translated yet. */
export function putTranslationsLast(pages: PageSummary[], languages: Languages): PageSummary[] {
  if (languages.context.languages.size === 0) return pages
  const isTranslation = (page: PageSummary) => findOtherLanguage(page, languages) !== undefined
  return [...pages.filter((page) => !isTranslation(page)), ...pages.filter(isTranslation)]
}

/**
 * What to do about a page that repeats a text of a page in another language.
 * @returns no fix if both pages are in the same language
 */
export function fixUntranslated(
  page: PageSummary,
  other: PageSummary,
  languages: Languages,
): { fix?: string } {
  const language = findOtherLanguage(page, languages)
  return language === undefined || language === findOtherLanguage(other, languages)
    ? {}
    : { fix: `Translate it: the language of ${page.route} is ${language}.` }
}
