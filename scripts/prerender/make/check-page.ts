import type { Problem } from '../../../schema/problems/types.ts'
import type { RawPage } from '../../../schema/resolve/merge-sources.ts'
import type { ResolvedPage } from '../../../schema/resolve/page/page-types.ts'
import { runPageRules } from '../../../schema/rules/index.ts'
import { getShareTexts } from '../../images/site-images.ts'
import { getJsonLd } from './get-json-ld.ts'
import type { SharedInput } from './page-types.ts'

/**
 * Runs the page rules, structured data included, on one page.
 * @param raw the entry as written; empty for a page that is made from the settings
 */
export function checkPage(page: ResolvedPage, raw: RawPage['raw'], shared: SharedInput): Problem[] {
  const { context, settings, site, reportNotes } = shared
  return runPageRules(page, {
    schema: context.schema,
    statements: context.statements,
    raw,
    settings,
    site,
    getJsonLd: (page) => getJsonLd(page, shared),
    ...(shared.drawsShareImages && { getShareTexts }),
    showsAlternatives: context.moment.everything,
    reportNotes,
  })
}
