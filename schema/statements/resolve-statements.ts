import { asText } from '../util/as-text.ts'
import type { Findings } from '../resolve/text/findings.ts'
import type { SourceLocation } from '../source/types.ts'
import { findInTexts } from './find-statements.ts'
import { compilePattern } from './compile-pattern.ts'
import {
  hasStatements,
  listPatterns,
  type SiteStatements,
  type WrittenStatements,
} from './site-statements.ts'

/**
 * Resolves the statements of a site. Entries that do not match the schema are left out, as are
 * patterns that cannot be used: both are reported.
 * @param resolveText replaces citations, except that of `pageLabel`
 * @param shell the findings of header and footer, with their texts
 * @returns undefined if the site has no statements
 */
export function resolveStatements(
  written: WrittenStatements,
  resolveText: (text: string, location: SourceLocation) => string,
  shell: Findings,
): SiteStatements | undefined {
  if (!hasStatements(written)) return undefined
  const { require, forbid } = written
  const texts = (shell.printed ?? []).filter(({ location: { path } }) => path[0] === 'navigation')
  return {
    require: require.flatMap(({ raw: { text, in: part, on, because, source }, location }) => {
      if (typeof text !== 'string' || text.trim() === '') return []
      const at = { ...location, path: [...location.path, 'text'] }
      const resolved = resolveText(text, at)
      // The header and the footer are on every page.
      if (part !== 'heading' && findInTexts(resolved, texts)) return []
      const reason = { because: asText(because), source: asText(source) }
      return [{ text: resolved, ...(part === 'heading' && { in: part }), on, ...reason }]
    }),
    forbid: forbid.map(({ raw }) => ({
      patterns: listPatterns(raw).filter((text) => typeof compilePattern(text) === 'function'),
      ...(raw.unless === 'evidence' && { unless: raw.unless }),
      because: asText(raw.because),
      source: asText(raw.source),
      ...(typeof raw.suggest === 'string' && { suggest: raw.suggest }),
    })),
  }
}
