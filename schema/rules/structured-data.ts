import { asRecord } from '../util/records.ts'
import { collectPrintedText, findUnprintedValues } from './unprinted-values.ts'
import { resolveLanguage } from '../resolve/site/site-text.ts'
import { memoizeByObject } from '../util/memoize-by-object.ts'
import { problemAt } from '../problems/problem.ts'
import type { SiteData } from '../page-data.ts'
import type { ResolvedPage } from '../resolve/page/page-types.ts'
import type { SourceLocation } from '../problems/source-file.ts'
import type { PageRule } from './types.ts'
import { locateChild } from '../problems/locate-child.ts'

/** Collects the text that every page prints: the header, the footer, the phone number. */
const collectShellText = memoizeByObject(
  ({ name, phone, email, header, footer, address }: SiteData) =>
    collectPrintedText(name, phone.text, phone.href, email.text, header, footer, address),
)

/** Checks that a page prints what its structured data says. */
export const checkStructuredData: PageRule['check'] = (page, { site, settings, getJsonLd }) => {
  if (!site) return []
  // Validation reports a type that is not text.
  const { type = '' } = asRecord(settings.business)
  if (typeof type !== 'string') return []
  const shell = collectShellText(site)
  const { data } = page
  const own = collectPrintedText(data.blocks, data.breadcrumbs, data.article)
  const printed = {
    words: `${own.words} ${shell.words}`,
    joined: `${own.joined}\n${shell.joined}`,
  }
  return (
    findUnprintedValues(
      tryGetJsonLd(page, getJsonLd),
      printed,
      resolveLanguage({ language: data.language ?? site.language }),
    )
      // The description of the business is for search engines. Pages describe it at length.
      .filter(({ path }) => path !== `${type}.description`)
      .map(({ path, value }) =>
        problemAt(
          locateProperty(page, path),
          'UNPRINTED_STRUCTURED_DATA',
          `The structured data of ${page.route} says "${value}" (${path}), but the page does not.`,
          { found: String(value) },
        ),
      )
  )
}

/**
 * Builds structured data; empty if this throws, since a page that breaks the schema may lack any
 * property. For a valid page, the error is not hidden: rendering the page throws it again.
 */
function tryGetJsonLd(page: ResolvedPage, getJsonLd: (page: ResolvedPage) => object[]): object[] {
  try {
    return getJsonLd(page)
  } catch {
    return []
  }
}

/**
 * Returns the location where an author writes a value of structured data: below `service`, or the
 * page.
 */
function locateProperty({ location, meta }: ResolvedPage, path: string): SourceLocation {
  const [type, property] = path.split('.')
  const written: Record<string, string> = {
    name: 'name',
    description: 'description',
    areaServed: 'area',
    offers: 'price',
  }
  if (type === 'Service' && meta.service && property && written[property])
    return locateChild(location, 'service', written[property])
  return location
}
