import { asRecord, isRecord, type UnknownRecord } from '../util/records.ts'
import type { SourceFile, SourceLocation } from '../problems/location.ts'
import type { ComparedStatement, ForbiddenStatement, RequiredStatement } from '../types.gen.ts'

/** An entry of `statements` as written, which may not match the schema. */
type WrittenStatement<T> = { raw: Partial<T>; location: SourceLocation }

/** The statements of all files of a site, as written. */
export type WrittenStatements = {
  require: WrittenStatement<RequiredStatement>[]
  forbid: WrittenStatement<ForbiddenStatement>[]
  compare: WrittenStatement<ComparedStatement>[]
}

/** What pages must say and must not say, as plain data that can be sent to threads. */
export type ResolvedStatements = {
  /**
   * Required texts, except those that the header or the footer shows on every page. In them,
   * `pageLabel` is replaced by the label of the page. `written` is the text with its citations.
   */
  require: (Pick<RequiredStatement, 'text' | 'in' | 'on' | 'because' | 'source'> & {
    written: string
  })[]
  forbid: ({ patterns: string[] } & Pick<
    ForbiddenStatement,
    'languages' | 'unless' | 'because' | 'source' | 'suggest'
  >)[]
}

/** The citation of the page's short name in a required text. */
export const pageLabel = '${page.label}'

/**
 * A text without markup.
 * @property evidenced the parts of the text that are printed by facts with evidence
 */
export type PrintedText = { text: string; evidenced: string[]; location: SourceLocation }

/** Returns the language of a text in the header or the footer, if it is not that of the site. */
export const getShellLanguage = ({ location: { path } }: PrintedText): string | undefined =>
  path[0] === 'site' && path[1] === 'languages' ? String(path[2]) : undefined

export const hasStatements = ({ require, forbid, compare }: WrittenStatements): boolean =>
  require.length + forbid.length + compare.length > 0

/** Adds the statements of a file. */
export function addStatements(all: WrittenStatements, source: SourceFile): void {
  const statements = asRecord(asRecord(source.value).statements)
  for (const section of ['require', 'forbid', 'compare'] as const) {
    const entries = statements[section]
    if (!Array.isArray(entries)) continue
    for (const [index, raw] of entries.entries())
      if (isRecord(raw))
        (all[section] as WrittenStatement<UnknownRecord>[]).push({
          raw,
          location: { source, path: ['statements', section, index] },
        })
  }
}

/** Lists the patterns of a statement, which may be one text or a list. */
export const listPatterns = ({ pattern }: Pick<Partial<ForbiddenStatement>, 'pattern'>): string[] =>
  [pattern].flat().filter((text) => typeof text === 'string')
