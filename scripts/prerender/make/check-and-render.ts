import { buildJsonLd } from '../../../renderer/json-ld/build-json-ld.ts'
import type { HtmlChunk } from '../../../renderer/html-chunks.ts'
import { notFoundRoute } from '../../../renderer/routes.ts'
import type { Problem } from '../../../schema/problems/types.ts'
import type { RawPage } from '../../../schema/resolve/merge-sources.ts'
import type { ResolvedPage } from '../../../schema/resolve/page/page-types.ts'
import { runPageRules } from '../../../schema/rules/index.ts'
import { getShareTexts } from '../../images/site-images.ts'
import { UserError } from '../../shared/user-error.ts'
import type { Bundle } from '../bundle/load-renderer.ts'
import type { PageInputs } from './page-types.ts'
import { createAddressPrinter, printSiteAddresses } from '../../../renderer/print-addresses.ts'
import type { Alias, SiteData } from '../../../schema/page-data.ts'
import { listAddressKeys } from '../../../schema/resolve/site/address-keys.ts'
import { memoizeByObject } from '../../../schema/util/memoize-by-object.ts'

/**
 * Runs the page rules, structured data included, on one page.
 * @param entry as written
 */
export function checkPage(
  page: ResolvedPage,
  { raw, special }: Pick<RawPage, 'raw' | 'special'>,
  inputs: PageInputs,
): Problem[] {
  const { context, settings, site, reportNotes } = inputs
  return runPageRules(page, {
    schema: context.schema,
    statements: context.statements,
    raw: special ? {} : raw,
    settings,
    site,
    getJsonLd: (page) => getJsonLd(page, inputs),
    ...(inputs.drawsShareImages && { getShareTexts }),
    showsAlternatives: context.moment.everything,
    reportNotes,
  })
}

/** @property json the page's data, on a site with scripts. */
type RenderedPage = { chunks: HtmlChunk[]; json?: string }

/** @throws UserError what a component throws, with its name and that of the page */
export function renderPage(
  page: ResolvedPage,
  inputs: PageInputs,
  { renderer, assets }: Pick<Bundle, 'renderer' | 'assets'>,
): RenderedPage {
  const { site, print } = getPrintedSite(inputs)
  const data = print({ ...page.data, jsonLd: getJsonLd(page, inputs) })
  try {
    return {
      chunks: renderer.renderDocumentChunks(data, site!, assets),
      json: assets.scripts && JSON.stringify({ ...data, release: renderer.getRelease(assets) }),
    }
  } catch (error) {
    const { message, stack = '' } = error as Error
    const [, component] = /\n\s+at (?:exports\.)?([A-Z]\w*) \(/.exec(stack) ?? []
    const where = component === undefined ? '' : ` in the component ${component}`
    throw new UserError(`The page ${page.route} cannot be rendered. An error${where}: ${message}`)
  }
}

const jsonLdByPage = new WeakMap<ResolvedPage, object[]>()

/** Returns a page's structured data, which is both checked and rendered, so it is built once. */
export function getJsonLd(
  page: ResolvedPage,
  { site, business }: Pick<PageInputs, 'site' | 'business'>,
): object[] {
  // Search engines ignore the not-found page.
  if (!site || !business || page.route === notFoundRoute) return []
  const known = jsonLdByPage.get(page)
  if (known) return known
  const things = buildJsonLd(page, { site, business })
  jsonLdByPage.set(page, things)
  return things
}

/** A site as visitors get it, and the function that prints the addresses in its pages. */
export type PrintedSite = {
  site: SiteData | undefined
  print: <T>(data: T) => T
}

/** Memoized, because the renderer caches by site what pages share. */
export const getPrintedSite: (
  inputs: Pick<PageInputs, 'site' | 'context' | 'settings'>,
) => PrintedSite = memoizeByObject(({ site, context, settings }) => {
  if (!site) return { site, print: (data) => data }
  const print = createAddressPrinter({
    site,
    publicFiles: context.pictures.files,
    externalPaths: settings.externalPaths,
    keys: listAddressKeys(context.schema),
  })
  return { site: printSiteAddresses(site, print), print }
})

/** Prints where aliases lead to. Their own paths stay below the base path. */
export const printAliases = (aliases: Alias[], { print }: PrintedSite): Alias[] =>
  aliases.map(({ from, to }) => ({ from, to: print({ href: to }).href }))
