import { createHash } from 'node:crypto'
import type { BuiltPage, PageData } from '../../page-data.ts'
import type { RawPage } from '../merge-sources.ts'
import { applyTrailingSlash } from '../route-paths.ts'
import type { PageContext } from './page-types.ts'

/**
 * Returns the language of a page, if it is not that of the site, and links to the other languages.
 */
export function describeLanguages(
  { route, raw }: RawPage,
  { language, languages, siteLanguage, translations }: PageContext,
): Pick<PageData, 'language' | 'otherLanguages'> {
  if (languages.size === 0) return {}
  const labels = [...languages.values()].map((other) => [other.language, other.label] as const)
  const all = [[siteLanguage.language, siteLanguage.label] as const, ...labels]
  const find = (page: string, tag: string) =>
    translations.get(page)?.find((other) => other.language === tag)?.route
  const otherLanguages = all.flatMap(([tag, label]) => {
    const href = find(route, tag) ?? (tag === siteLanguage.language ? '/' : find('/', tag))
    return tag === language || href === undefined ? [] : [{ language: tag, label, href }]
  })
  const isOther = languages.has(language) && raw.language === language
  return { ...(isOther && { language }), ...(otherLanguages.length > 0 && { otherLanguages }) }
}

/** Lists the addresses of a page in all its languages, for search engines. */
export function listAlternates(
  route: string,
  context: PageContext,
): Pick<PageData['head'], 'alternates'> {
  const group = context.translations.get(route)
  if (!group) return {}
  const toUrl = (path: string) => context.origin + applyTrailingSlash(path, context)
  return { alternates: group.map((page) => ({ language: page.language, href: toUrl(page.route) })) }
}

/** Returns what a translation records about its original: a hash of the original's entry. */
export function describeTranslation(
  { route, raw }: RawPage,
  { translations }: Pick<PageContext, 'translations'>,
): Pick<BuiltPage['meta'], 'translates' | 'original'> {
  const original = translations.get(route)?.[0]?.route
  if (original === undefined) return {}
  if (original === route) return { original: hashOriginal(raw) }
  const recorded = typeof raw.original === 'string' ? { original: raw.original } : {}
  return { translates: { route: original, ...recorded } }
}

const hashOriginal = ({ title, description, blocks }: RawPage['raw']): string =>
  createHash('sha256')
    .update(JSON.stringify([title, description, blocks]))
    .digest('hex')
    .slice(0, 12)
