import type { PageData, SiteData } from '../schema/page-data.ts'
import { memoizeByObject } from '../schema/util/memoize-by-object.ts'

/** Memoized, because the renderer caches by site what pages share. */
const listSites = memoizeByObject(
  ({ languages = {}, ...site }: SiteData) =>
    new Map(Object.entries(languages).map(([tag, own]) => [tag, { ...site, ...own } as SiteData])),
)

/** What a page shares with all others in its language. */
export const inPageLanguage = (
  site: SiteData,
  { language }: Pick<PageData, 'language'>,
): SiteData => (language === undefined ? undefined : listSites(site).get(language)) ?? site

/** The data of all pages in each language, without that of the others, by its tag. */
export const listSitesByLanguage = (site: SiteData): [language: string | undefined, SiteData][] => {
  const { languages: _, ...own } = site
  return [[undefined, own], ...listSites(site)]
}
