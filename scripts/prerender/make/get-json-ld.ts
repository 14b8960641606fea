import { buildJsonLd } from '../../../renderer/json-ld/build-json-ld.ts'
import { notFoundRoute } from '../../../renderer/routes.ts'
import type { ResolvedPage } from '../../../schema/resolve/page/page-types.ts'
import type { SharedInput } from './page-types.ts'

const jsonLdByPage = new WeakMap<ResolvedPage, object[]>()

/** Returns a page's structured data, which is both checked and rendered, so it is built once. */
export function getJsonLd(
  page: ResolvedPage,
  { site, business }: Pick<SharedInput, 'site' | 'business'>,
): object[] {
  // Search engines ignore the not-found page.
  if (!site || !business || page.route === notFoundRoute) return []
  const known = jsonLdByPage.get(page)
  if (known) return known
  const things = buildJsonLd(page, { site, business })
  jsonLdByPage.set(page, things)
  return things
}
