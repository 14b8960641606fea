import { createExternalPathMatcher } from '../util/route-paths.ts'
import type { PageMeta } from '../page-data.ts'
import { matchesLanguage } from '../util/supported-language.ts'
import { findInTexts } from './find-statements.ts'
import { pageLabel, type ResolvedStatements } from './site-statements.ts'

type RequiredText = ResolvedStatements['require'][number]

type StatementPage = {
  route: string
  data: { kind: string }
  meta: Pick<PageMeta, 'planned'>
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
  { require }: ResolvedStatements,
  page: StatementPage,
  label: string,
  language: string,
): { heading: string[]; page: string[] } {
  const missing = { heading: [] as string[], page: [] as string[] }
  const said: { text: string }[] = [{ text: label }]
  // The page says what its heading says, and a longer text may have a shorter one in it.
  const getRank = ({ in: part }: RequiredText) => (part === 'heading' ? 0 : 1)
  const sorted = require.toSorted(
    (one, other) => getRank(one) - getRank(other) || other.text.length - one.text.length,
  )
  for (const statement of sorted) {
    const text = statement.text.replaceAll(pageLabel, label)
    if (findInTexts(text, said) || !isRequiredOn(statement, page, language)) continue
    said.push({ text })
    const written = statement.written.replaceAll(pageLabel, label)
    missing[statement.in ?? 'page'].push(written.trim().replace(/\s+/g, ' '))
  }
  return missing
}
