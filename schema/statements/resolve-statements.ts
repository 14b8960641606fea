import { locateChild, type SourceLocation } from '../problems/location.ts'
import type { Moment } from '../days/moment.ts'
import { parseDays } from '../days/parse-days.ts'
import { asText } from '../util/as-text.ts'
import { matchesLanguage } from '../util/supported-language.ts'
import { findInTexts } from './find-statements.ts'
import { listNamedServices } from '../shared/named-services.ts'
import type { ForbiddenStatement } from '../types.gen.ts'
import { asRecord, type UnknownRecord } from '../util/records.ts'
import { compilePattern } from './compile-pattern.ts'
import {
  getShellLanguage,
  hasStatements,
  listPatterns,
  type PrintedText,
  type ResolvedStatements,
  type WrittenStatements,
} from './site-statements.ts'

type WrittenSite = {
  settings: UnknownRecord
  pages: Map<string, { raw: UnknownRecord }>
}

/**
 * Resolves the statements of a site. Leaves out entries that do not match the schema, and patterns
 * that cannot be used, both of which are reported elsewhere.
 * @param resolveText replaces citations, except that of `pageLabel`
 * @param printed the texts in the settings, the header and the footer
 * @param site what statements that are forbidden under a condition depend on
 * @returns undefined if the site has no statements
 */
export function resolveStatements(
  written: WrittenStatements,
  resolveText: (text: string, location: SourceLocation) => string,
  printed: PrintedText[],
  siteLanguage: string,
  site: WrittenSite,
  moment: Moment,
): ResolvedStatements | undefined {
  if (!hasStatements(written)) return undefined
  const { require, forbid } = written
  const isInShell = ({ location: { path } }: PrintedText) =>
    path[0] === 'navigation' || (path[1] === 'languages' && path[3] === 'navigation')
  const texts = printed.filter(isInShell)
  /** Lists the texts of the header and the footer in the languages of a statement. */
  const listShellTexts = (languages: string[] | undefined) =>
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
      if (part !== 'heading' && findInTexts(resolved, listShellTexts(on?.languages))) return []
      const reason = { because: asText(because), source: asText(source) }
      return [
        { text: resolved, written: text, ...(part === 'heading' && { in: part }), on, ...reason },
      ]
    }),
    forbid: forbid
      // With everything, the texts for every answer and every setting are read together.
      .filter(({ raw }) => !moment.everything || (raw.if ?? raw.settled) === undefined)
      .filter(({ raw }) => raw.if === undefined || meetsCondition(raw.if, site))
      .filter(
        ({ raw: { settled }, location }) =>
          settled === undefined || !parseDays({ settled }, location, moment, []).never,
      )
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

/** Whether a condition of a statement is true of a site. Its pages may be outlines. */
function meetsCondition(
  condition: ForbiddenStatement['if'],
  { settings, pages }: WrittenSite,
): boolean {
  const { plausible, tagManager } = asRecord(settings.analytics)
  if (condition === 'analytics') return settings.analytics !== undefined
  const isOther = (address: string) =>
    URL.canParse(address) && new URL(address).origin !== asText(settings.origin)
  const namesOther = (value: unknown) =>
    Object.values(listNamedServices(value)).flat().some(isOther)
  const { booking, ...others } = settings
  return (
    // By default, their scripts are those of the companies that run them.
    [plausible, tagManager].some((own) => own !== undefined && !asRecord(own).script) ||
    settings.allowOrigins !== undefined ||
    // A booking service that is a placeholder is not loaded.
    namesOther(asRecord(booking).placeholder === true ? [others] : [settings]) ||
    [...pages.values()].some(({ raw }) => namesOther(raw.blocks))
  )
}
