import type { PageData, SiteData } from '../schema/page-data.ts'
import { memoizeByObject } from '../schema/util/memoize-by-object.ts'

/**
 * The site in each of its other languages. Memoized, because the renderer caches what pages share
 * by site object.
 */
const getTranslatedSites = memoizeByObject(
  ({ languages = {}, ...site }: SiteData) =>
    new Map(
      Object.entries(languages).map(
        ([tag, { logo: { image: _, ...logo } = site.logo, ...own }]) => [
          tag,
          // The picture is that of the site.
          { ...site, ...own, logo: { ...logo, image: site.logo.image } },
        ],
      ),
    ),
)

/** Returns the data that a page shares with all others in its language. */
export const localizeSite = (site: SiteData, { language }: Pick<PageData, 'language'>): SiteData =>
  (language === undefined ? undefined : getTranslatedSites(site).get(language)) ?? site

/**
 * Lists the data of each language that browsers load: without that of the others, and without the
 * theme, which is in every document. The site's own language is first, with the tag undefined.
 */
export const listSitesByLanguage = (site: SiteData): [language: string | undefined, SiteData][] => {
  const { languages: _, ...own } = site
  return [[undefined, own] as const, ...getTranslatedSites(site)].map(
    ([language, { theme: _, ...data }]) => [language, data],
  )
}
