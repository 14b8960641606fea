import papaparse from 'papaparse'
import { exclusionTexts } from './format-table.ts'
import type { Route } from './types.ts'

/** One row for each address, as RFC 4180. */
export function formatCsv(routes: Route[]): string {
  const rows = routes.map((route) => ({
    address: route.address,
    status: route.status,
    kind: route.kind,
    indexed: route.indexed ? 'yes' : 'no',
    reason: route.reason ? exclusionTexts[route.reason] : '',
    redirect_to: route.redirectTo ?? '',
    canonical: route.canonical ?? '',
    in_sitemap: route.inSitemap ? 'yes' : 'no',
    lastmod: route.lastmod ?? '',
    languages: route.languages.join(' '),
    title: route.title,
    title_length: route.titleLength,
    description: route.description,
    description_length: route.descriptionLength,
    h1: route.headings.join(' | '),
    json_ld_types: route.jsonLdTypes.join(' '),
    links_out: route.linksOut,
    links_in: route.linksIn,
    in_menus: route.inMenus ? 'yes' : 'no',
    depth: route.depth ?? '',
    words: route.words,
    own_text_percent: toPercent(route.ownShare),
    nearest: route.nearest?.address ?? '',
    nearest_percent: toPercent(route.nearest?.similarity),
    local_facts: route.localFacts.join(' '),
    placeholder: route.placeholder ? 'yes' : 'no',
    file: route.file,
    line: route.line,
  }))
  // A cell that a spreadsheet would run as a formula starts with an apostrophe.
  return papaparse.unparse(rows, { newline: '\r\n', escapeFormulae: true })
}

const toPercent = (share: number | undefined) =>
  share === undefined ? '' : Math.round(100 * share)
