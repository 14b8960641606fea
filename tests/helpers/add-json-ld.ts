import { buildJsonLd } from '../../renderer/json-ld/build-json-ld.ts'
import type { BuiltPage, LoadedSite } from '../../schema/page-data.ts'

/** Adds structured data to pages, as they are rendered. */
export function addJsonLd({ site, business, pages }: LoadedSite): BuiltPage[] {
  if (!site || !business) return pages
  return pages.map((page) => ({
    ...page,
    data: { ...page.data, jsonLd: buildJsonLd(page, { site, business }) },
  }))
}
