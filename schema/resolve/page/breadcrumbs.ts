import type { Crumb } from '../../page-data.ts'
import type { Path } from '../../source/position-types.ts'
import type { SourceLocation } from '../../source/types.ts'
import { isRecord } from '../../util/records.ts'
import { walkSchema } from '../../validate/walk-schema.ts'
import type { Schema } from '../../validate/json-schema.ts'
import type { RawPage } from '../merge-sources.ts'
import { resolveString } from '../resolve-text.ts'
import { listParentRoutes } from '../route-paths.ts'
import { createFindings, type TextContext } from '../text/findings.ts'
import type { PageContext } from './page-types.ts'

/**
 * Resolves the trail for the breadcrumbs. Findings are discarded, since they are reported when the
 * page is resolved.
 */
export function resolveTrail(
  { trail }: RawPage['raw'],
  { source }: SourceLocation,
  { schema }: PageContext,
  text: TextContext,
): Crumb[] | undefined {
  if (!Array.isArray(trail)) return undefined
  const visit = {
    string: (format: string, value: string, path: Path, rule: Schema) =>
      resolveString(format, value, { source, path }, rule, text, createFindings()),
  }
  return trail
    .filter(isRecord)
    .map((link) => walkSchema(schema, { $ref: '#/$defs/menu-link' }, link, [], visit) as Crumb)
}

/** Lists the home page, then the page's trail or the pages above its route, then the page. */
export function listBreadcrumbs(
  route: string,
  trail: Crumb[] | undefined,
  { labels, language, translations }: PageContext,
): Crumb[] {
  const inLanguage = translations.get('/')?.find((page) => page.language === language)
  const homeRoute = inLanguage?.route ?? '/'
  const home = { label: labels.get(homeRoute) ?? '/', href: homeRoute }
  const own = { label: labels.get(route) ?? route }
  if (route === homeRoute) return [{ label: home.label }]
  return [
    home,
    ...(trail ??
      listParentRoutes(route).flatMap((href) =>
        labels.has(href) && href !== homeRoute ? [{ label: labels.get(href)!, href }] : [],
      )),
    own,
  ]
}
