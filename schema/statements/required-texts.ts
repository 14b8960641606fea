import { createExternalPathMatcher } from '../resolve/external-paths.ts'
import type { ResolvedPage } from '../resolve/page/page-types.ts'
import { matchesLanguage } from '../resolve/site/languages.ts'
import { findInTexts } from './find-statements.ts'
import { pageLabel, type SiteStatements } from './site-statements.ts'

type RequiredText = SiteStatements['require'][number]

type StatementPage = {
  route: string
  data: { kind: string }
  meta: Pick<ResolvedPage['meta'], 'planned'>
}

/** Whether a statement is required on a page. Planned pages and the 404 page are exempt. */
export function isRequiredOn(
  { on = {} }: Pick<RequiredText, 'on'>,
  { route, data, meta }: StatementPage,
  language: string,
): boolean {
  if (meta.planned || route === '/404') return false
  const { kinds, routes, except, languages } = on
  const isAmong = (paths: string[]) => createExternalPathMatcher(paths)(route)
  return (
    (languages === undefined || matchesLanguage(languages, language)) &&
    (kinds === undefined || (kinds as string[]).includes(data.kind)) &&
    (routes === undefined || isAmong(routes)) &&
    !(except !== undefined && isAmong(except))
  )
}

/**
 * Lists the texts that a page without any text would have to get, with their citations.
 * @param label the short name of the page, which its main heading has
 */
export function listMissingTexts(
  { require }: SiteStatements,
  page: StatementPage,
  label: string,
  language: string,
): { heading: string[]; page: string[] } {
  const missing = { heading: [] as string[], page: [] as string[] }
  const said = { heading: [label], page: [label] }
  // A longer text may have a shorter one in it.
  for (const statement of require.toSorted((one, other) => other.text.length - one.text.length)) {
    const part = statement.in ?? 'page'
    const text = statement.text.replaceAll(pageLabel, label)
    const isSaid = findInTexts(
      text,
      said[part].map((each) => ({ text: each })),
    )
    if (isSaid || !isRequiredOn(statement, page, language)) continue
    said[part].push(text)
    missing[part].push(statement.written.replaceAll(pageLabel, label))
  }
  return missing
}
