import type { ContactLink, SiteData } from '../../page-data.ts'
import type { Navigation, SiteLanguage, SiteNotice, SiteSettings } from '../../types.gen.ts'
import { asText } from '../../util/as-text.ts'
import { asRecord, type UnknownRecord } from '../../util/records.ts'
import type { Schema } from '../../validate/json-schema.ts'
import { capitalize } from '../../shared/capitalize.ts'
import { createWords, type Words } from '../../words/create-words.ts'
import type { Site } from '../../merge/merge-sources.ts'
import { completeFooter } from './footer.ts'
import { deriveSiteValues } from './site-values.ts'

/** The data that differs on pages in a language other than the site's. */
export type PageLanguage = {
  language: string
  /** The name of the language in the language itself, such as Español. */
  label: string
  words: Words
  derivedValues: Map<string, unknown>
  notices: SiteNotice[]
}

/**
 * A page in one language. A page and its translations share one list of these, with the original
 * first.
 */
export type Translation = {
  language: string
  route: string
  /** Whether search engines may list it. */
  indexed: boolean
}

/**
 * Finds the translations of each page, according to the entries of the translations. Invalid
 * entries are reported elsewhere.
 */
export function findTranslations({
  pages,
  settings,
}: Pick<Site, 'pages' | 'settings'>): Map<string, Translation[]> {
  const tags = Object.keys(asRecord(settings.languages))
  const groups = new Map<string, Translation[]>()
  if (tags.length === 0) return groups
  for (const { route, raw } of pages.values()) {
    const { language, translates } = raw
    if (typeof language !== 'string' || !tags.includes(language)) continue
    const original = typeof translates === 'string' ? pages.get(translates) : undefined
    if (!original || original.route === route) continue
    const group = groups.get(original.route) ?? [
      {
        language: asText(settings.language),
        route: original.route,
        indexed: isIndexed(original.raw),
      },
    ]
    if (group.some((other) => other.language === language)) continue
    groups.set(original.route, group)
    group.push({ language, route, indexed: isIndexed(raw) })
    groups.set(route, group)
  }
  for (const group of groups.values())
    group.sort((a, b) => tags.indexOf(a.language) - tags.indexOf(b.language))
  return groups
}

const isIndexed = ({ noindex, kind, draft }: UnknownRecord): boolean =>
  noindex !== true && kind !== 'ppc' && draft !== true

/** @param resolved the languages in the settings, with their texts resolved */
export function createPageLanguages(
  resolved: Record<string, SiteLanguage>,
  site: Partial<SiteSettings>,
  schema: Schema,
  contact: { phone?: ContactLink; email?: ContactLink },
  findNotices: (language: string) => SiteNotice[],
): Map<string, PageLanguage> {
  const { location, ...rest } = site
  return new Map(
    Object.entries(resolved).map(([language, { label, words: own }]) => {
      const words = createWords(schema, language, own)
      // The label of the location button is in the language of the site, so it is removed.
      const { button: _, ...detection } = location ?? {}
      const settings = { ...rest, language, ...(location && { location: detection }) }
      const values = deriveSiteValues(settings as Partial<SiteSettings>, contact, words)
      return [
        language,
        { language, label, words, derivedValues: values, notices: findNotices(language) },
      ]
    }),
  )
}

/** Returns the header, the footer and their words in each language, by tag. */
export const listShells = (
  resolved: Record<string, SiteLanguage>,
  languages: Map<string, PageLanguage>,
  pages: Site['pages'],
): SiteData['languages'] =>
  Object.fromEntries(
    Object.entries(resolved).flatMap(([language, { logo, navigation }]) => {
      const { header, footer } = (navigation ?? {}) as Partial<Navigation>
      const words = languages.get(language)?.words.get('shell')
      if (!header || !footer) return []
      const shell = { language, words, header, footer: completeFooter(footer, pages) }
      return [[language, { ...shell, ...(logo && { logo }) }]]
    }),
  ) as unknown as SiteData['languages']

/** Replaces the data of a context that differs in the language of a page. */
export function withPageLanguage<
  C extends { languages?: Map<string, PageLanguage> } & Omit<PageLanguage, 'label'>,
>(context: C, language: unknown): C {
  const other = context.languages?.get(asText(language))
  if (!other) return context
  const { label: _, ...different } = other
  return { ...context, ...different }
}

/** Names a language in the language itself, as in a list: English, Español. */
export function getLanguageName(language: string): string {
  const base = language.split('-')[0]!
  return capitalize(new Intl.DisplayNames([base], { type: 'language' }).of(base) ?? language)
}
