import { buildJsonLd } from '../../renderer/json-ld/build-json-ld.ts'
import type { WholeSite } from '../../scripts/prerender/run/inspect-site.ts'

/** Adds structured data to pages, as they are rendered. */
export function addJsonLd({ siteData: site, business, pages }: WholeSite): WholeSite['pages'] {
  if (!site || !business) return pages
  return pages.map((page) => ({
    ...page,
    data: { ...page.data, jsonLd: buildJsonLd(page, { site, business }) },
  }))
}
