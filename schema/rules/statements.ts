import { problemAt, type Problem } from '../problems/problem.ts'
import { compilePattern } from '../statements/compile-pattern.ts'
import { matchesLanguage } from '../util/supported-language.ts'
import { asText } from '../util/as-text.ts'
import {
  findForbiddenWords,
  findInTexts,
  type ForbiddenWords,
} from '../statements/find-statements.ts'
import { isRequiredOn } from '../statements/required-texts.ts'
import {
  getShellLanguage,
  listPatterns,
  pageLabel,
  type ResolvedStatements,
  type PrintedText,
} from '../statements/site-statements.ts'
import type { ResolvedPage } from '../resolve/page/page-types.ts'
import { locateChild } from '../problems/location.ts'
import type { PageRule, SiteRule, SiteRuleContext } from './types.ts'

type RequiredText = ResolvedStatements['require'][number]

/**
 * Whether visitors read a text on the page itself, unlike the title in search results or alt text.
 */
const isOnPage = ({ location: { path } }: PrintedText) =>
  path.includes('blocks') && path.at(-1) !== 'alt'

/** A page says what it must say. */
const checkRequired: PageRule = (page, { statements, settings }) =>
  (statements?.require ?? []).flatMap((statement) => {
    if (!isRequiredOn(statement, page, page.data.language ?? asText(settings.language))) return []
    const text = statement.text.replaceAll(pageLabel, page.data.breadcrumbs.at(-1)?.label ?? '')
    if (statement.in === 'heading') return checkMainHeading(page, text, statement)
    const printed = (page.findings.printed ?? []).filter(isOnPage)
    if (findInTexts(text, printed)) return []
    const message = `${page.route} does not say "${text}". ${formatReason(statement)}`
    const expected = `the text "${text}" on the page, in the header or in the footer`
    return [problemAt(page.location, 'MISSING_STATEMENT', message, { expected })]
  })

function checkMainHeading(
  { route, findings: { mainHeadings, printed = [] } }: ResolvedPage,
  text: string,
  statement: RequiredText,
): Problem[] {
  // A page without a main heading is reported by a rule of its own.
  const [heading] = mainHeadings
  if (!heading) return []
  const address = heading.path.join('/')
  const isHeading = ({ location: { source, path } }: PrintedText) =>
    source === heading.source && path.join('/') === address
  if (findInTexts(text, printed.filter(isHeading))) return []
  const message = `The main heading of ${route} does not say "${text}". ${formatReason(statement)}`
  const expected = `the text "${text}" in the main heading`
  return [
    problemAt(heading, 'MISSING_STATEMENT', message, { expected, fix: 'Rewrite the heading.' }),
  ]
}

/** A page says nothing that it must not say. */
const checkForbidden: PageRule = ({ route, data, findings }, { statements, settings }) =>
  reportForbidden(route, findings.printed, statements, data.language ?? asText(settings.language))

/** @param subject what contains the words, for the message */
function reportForbidden(
  subject: string,
  printed: PrintedText[] = [],
  statements: ResolvedStatements | undefined,
  language: string,
): Problem[] {
  const forbidden = (statements?.forbid ?? []).filter(
    ({ languages }) => languages === undefined || matchesLanguage(languages, language),
  )
  return findForbiddenWords(printed, forbidden).map((found) => describeForbidden(subject, found))
}

function describeForbidden(
  subject: string,
  { statement, printed, words }: ForbiddenWords,
): Problem {
  const { suggest, unless } = statement
  const limit = unless ? ' without evidence' : ''
  const cite = unless ? ' Or cite a fact that has evidence and prints these words.' : ''
  const instead = suggest && `Write instead: ${suggest.replace(/\.$/, '')}.`
  const advice = instead ?? (unless && 'Delete these words.')
  const message = `${subject} says "${words}"${limit}. ${formatReason(statement)}`
  return problemAt(printed.location, 'FORBIDDEN_STATEMENT', message, {
    needle: words,
    found: words,
    fix: advice && advice + cite,
  })
}

/** Formats the reason of a statement and its source, as sentences. */
const formatReason = ({ because, source }: { because: string; source: string }) =>
  `${endSentence(because)} Source: ${endSentence(source)}`

const endSentence = (text: string) => text.trim().replace(/(?<![.!?])$/, '.')

/** Checks the texts of the shell. They are on every page, so they are reported once. */
function checkShell({ shellFindings, context }: SiteRuleContext): Problem[] {
  const { printed = [] } = shellFindings
  const isOf = (language: string | undefined) => (text: PrintedText) =>
    getShellLanguage(text) === language
  return [undefined, ...context.languages.keys()].flatMap((language) =>
    reportForbidden(
      language === undefined ? 'Every page' : `Every page in "${language}"`,
      printed.filter(isOf(language)),
      context.statements,
      language ?? context.siteLanguage.language,
    ),
  )
}

/** The patterns of statements can be used. */
function checkPatterns({ site: { statements } }: SiteRuleContext): Problem[] {
  return [...statements.forbid, ...statements.compare].flatMap(({ raw, location }) =>
    listPatterns(raw).flatMap((pattern, index) => {
      const mistake = compilePattern(pattern)
      if (typeof mistake === 'function') return []
      const steps = Array.isArray(raw.pattern) ? ['pattern', index] : ['pattern']
      const { message, expected } = mistake
      const at = locateChild(location, ...steps)
      return [problemAt(at, 'INVALID_PATTERN', message, { expected, found: pattern })]
    }),
  )
}

/**
 * Checks that the pages named by a statement exist: a mistyped address would disable it silently.
 */
function checkRequiredPages({ site, pages, schema, context }: SiteRuleContext): Problem[] {
  const getLanguage = (route: string) =>
    asText(site.pages.get(route)?.raw.language) || context.siteLanguage.language
  const known = schema.$defs?.page?.properties?.kind?.enum ?? []
  return site.statements.require.flatMap(({ raw: { on, text }, location }) => {
    if (
      on === undefined ||
      pages.some((page) => isRequiredOn({ on }, page, getLanguage(page.route)))
    )
      return []
    // Validation reports unknown kinds.
    if (on.kinds?.some((kind) => !known.includes(kind))) return []
    const at = locateChild(location, 'on')
    const message = `"on" matches no page, so no page is required to say "${text}".`
    return [problemAt(at, 'STATEMENT_WITHOUT_PAGES', message)]
  })
}

export const statementPageRules: PageRule[] = [checkRequired, checkForbidden]

export const statementRules: SiteRule[] = [checkShell, checkPatterns, checkRequiredPages]
