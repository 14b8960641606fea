import type { Problem } from '../../../schema/problems/types.ts'
import type { PageSummary } from '../../../schema/resolve/page-summary.ts'
import { checkOutdatedTranslations } from '../../../schema/rules/translations.ts'
import { createLazySource } from '../../../schema/source/lazy-source.ts'
import type { SiteInput } from '../read/site-input.ts'

type TranslationMeta = Pick<PageSummary['meta'], 'original' | 'translates'>

/** A translation, or its original. @property path its file. @property file the same in messages */
export type KnownTranslation = TranslationMeta & { route: string; path: string; file: string }

/** @returns undefined if a set has made one of them, whose location is in a template. */
export function listTranslations(
  pages: PageSummary[],
  sources: SiteInput['sources'],
): KnownTranslation[] | undefined {
  const paths = new Map(sources.map(({ summary: { file, path } }) => [file, path]))
  const translated = pages.filter(({ meta }) => meta.original ?? meta.translates)
  const hasOwnEntry = ({ route, location: { source, path } }: PageSummary) =>
    paths.has(source.file) && path[0] === 'pages' && path[1] === route
  if (!translated.every(hasOwnEntry)) return undefined
  return translated.map(({ route, meta: { original, translates }, location: { source } }) => ({
    ...{ route, original, translates },
    ...{ path: paths.get(source.file)!, file: source.file },
  }))
}

/** @param getMeta returns the metadata of a page that was made again */
export const updateTranslations = (
  known: KnownTranslation[],
  getMeta: (route: string) => TranslationMeta | undefined,
): KnownTranslation[] =>
  known.map((page) => ({ ...page, original: (getMeta(page.route) ?? page).original }))

/**
 * Reports translations that are older than their originals. Their lines are located when printed.
 */
export const checkTranslations = (known: KnownTranslation[]): Problem[] =>
  checkOutdatedTranslations(
    known.map(({ route, path, file, ...meta }) => ({
      route,
      location: {
        source: { ...createLazySource(path, file), isLocatedLater: true },
        path: ['pages', route],
        target: 'key' as const,
      },
      meta,
    })),
  )
