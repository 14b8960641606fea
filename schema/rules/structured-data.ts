import { asRecord } from '../util/records.ts'
import { checkProfiles } from '../structured-data/check-profiles.ts'
import { checkVocabulary } from '../structured-data/check-vocabulary.ts'
import {
  collectPrintedText,
  findUnprintedValues,
  type PageText,
} from '../structured-data/find-unprinted-values.ts'
import { resolveLanguage } from '../resolve/site/site-text.ts'
import { memoizeByObject } from '../util/memoize-by-object.ts'
import { problemAt } from '../problems/problem.ts'
import type { SiteData } from '../page-data.ts'
import type { ResolvedPage } from '../resolve/page/page-types.ts'
import type { SourceLocation } from '../source/types.ts'
import type { ProblemCode } from '../problems/problem-codes.ts'
import type { ProblemDetails } from '../problems/types.ts'
import type { PageRule } from './types.ts'

/** Collects the text that every page prints: the header, the footer, the phone number. */
const collectShellText = memoizeByObject(
  ({ name, phone, email, header, footer, address }: SiteData): PageText =>
    collectPrintedText(name, phone.text, phone.href, email.text, header, footer, address),
)

/** Checks structured data against schema.org, Google's documentation, and what the page prints. */
export const checkStructuredData: PageRule['check'] = (page, { site, settings, getJsonLd }) => {
  if (!site || !getJsonLd) return []
  // Validation reports a type that is not text.
  const { type = '' } = asRecord(settings.business)
  if (typeof type !== 'string') return []
  const things = tryGetJsonLd(page, getJsonLd)
  if (things.length === 0) return []
  const at = (path: string, code: ProblemCode, message: string, details?: ProblemDetails) =>
    problemAt(
      locateProperty(page, path),
      code,
      `The structured data of ${page.route} is invalid at ${path}: ${message}`,
      details,
    )
  const { forbidden, required, ...optional } = checkProfiles(things)
  // Placeholders are left out on purpose, so they are not reported as missing.
  const recommended = optional.recommended.filter(
    ({ path }) => !(site.phone.placeholder && path.endsWith('.telephone')),
  )
  const shell = collectShellText(site)
  const { data } = page
  const own = collectPrintedText(data.blocks, data.breadcrumbs, data.article)
  const printed = {
    words: `${own.words} ${shell.words}`,
    joined: `${own.joined}\n${shell.joined}`,
  }
  return [
    ...things
      .flatMap(checkVocabulary)
      .map(({ path, message, suggestion }) =>
        at(path, 'INVALID_STRUCTURED_DATA', message, { suggestion }),
      ),
    ...[...forbidden, ...required].map(({ path, message }) =>
      at(path, 'INVALID_STRUCTURED_DATA', message),
    ),
    // Reported for the home page only, which describes the whole business.
    ...(data.kind === 'home' && recommended.length > 0
      ? [
          problemAt(
            page.location,
            'SPARSE_STRUCTURED_DATA',
            `Google recommends more about the business than the settings say: ${recommended
              .map(({ path }) => path)
              .join(', ')}.`,
          ),
        ]
      : []),
    ...findUnprintedValues(
      things,
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
      ),
  ]
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
  const { source } = location
  const [type, property] = path.split('.')
  const written: Record<string, string> = {
    name: 'name',
    description: 'description',
    areaServed: 'area',
    offers: 'price',
  }
  if (type === 'Service' && meta.service && property && written[property])
    return { source, path: [...location.path, 'service', written[property]], target: 'value' }
  return location
}
