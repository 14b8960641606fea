import { locateChild } from '../problems/locate-child.ts'
import { asText } from '../util/as-text.ts'
import { matchesLanguage } from '../util/supported-language.ts'
import type { SourceLocation } from '../problems/source-file.ts'
import { findInTexts } from './find-statements.ts'
import type { SiteCondition } from './site-conditions.ts'
import { compilePattern } from './compile-pattern.ts'
import {
  getShellLanguage,
  hasStatements,
  listPatterns,
  type PrintedText,
  type SiteStatements,
  type WrittenStatements,
} from './site-statements.ts'

/**
 * Resolves the statements of a site. Leaves out entries that do not match the schema, and patterns
 * that cannot be used, both of which are reported elsewhere.
 * @param resolveText replaces citations, except that of `pageLabel`
 * @param printed the texts in the settings, the header and the footer
 * @param holds whether a statement applies that is forbidden under a condition
 * @returns undefined if the site has no statements
 */
export function resolveStatements(
  written: WrittenStatements,
  resolveText: (text: string, location: SourceLocation) => string,
  printed: PrintedText[],
  siteLanguage: string,
  holds: (condition: SiteCondition) => boolean,
): SiteStatements | undefined {
  if (!hasStatements(written)) return undefined
  const { require, forbid } = written
  const isInShell = ({ location: { path } }: PrintedText) =>
    path[0] === 'navigation' || (path[1] === 'languages' && path[3] === 'navigation')
  const texts = printed.filter(isInShell)
  /** Lists the texts of the header and the footer in the languages of a statement. */
  const listTexts = (languages: string[] | undefined) =>
    texts.filter((text) => {
      const language = getShellLanguage(text)
      return language === undefined
        ? languages === undefined || matchesLanguage(languages, siteLanguage)
        : languages !== undefined && matchesLanguage(languages, language)
    })
  return {
    require: require.flatMap(({ raw: { text, in: part, on, because, source }, location }) => {
      if (typeof text !== 'string' || text.trim() === '') return []
      const at = locateChild(location, 'text')
      const resolved = resolveText(text, at)
      // The header or the footer says it on every page.
      if (part !== 'heading' && findInTexts(resolved, listTexts(on?.languages))) return []
      const reason = { because: asText(because), source: asText(source) }
      return [
        { text: resolved, written: text, ...(part === 'heading' && { in: part }), on, ...reason },
      ]
    }),
    forbid: forbid
      .filter(({ raw }) => raw.if === undefined || holds(raw.if))
      .map(({ raw }) => ({
        patterns: listPatterns(raw).filter((text) => typeof compilePattern(text) === 'function'),
        ...(Array.isArray(raw.languages) && { languages: raw.languages }),
        ...(raw.unless === 'evidence' && { unless: raw.unless }),
        because: asText(raw.because),
        source: asText(raw.source),
        ...(typeof raw.suggest === 'string' && { suggest: raw.suggest }),
      })),
  }
}
