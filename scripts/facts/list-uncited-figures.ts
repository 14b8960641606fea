import { parseCitations } from '../../schema/resolve/parse-citations.ts'
import type { RawPage } from '../../schema/resolve/merge-sources.ts'
import { linkDestinationPattern } from '../../schema/resolve/text/expand-citations.ts'
import { walkSchema } from '../../schema/validate/walk-schema.ts'
import type { Schema } from '../../schema/validate/json-schema.ts'
import type { SourceLocation } from '../../schema/source/types.ts'

/** A figure that is written literally in a text instead of citing a fact. */
export type UncitedFigure = { figure: string; location: SourceLocation }

const figurePattern = /\$?\d[\d,.:/–-]*\d%?|\$?\d%?/g

/** Lists all figures in the texts of a page, in the order of its entry. */
export function listUncitedFigures(
  { raw, location: { source, path: start } }: RawPage,
  schema: Schema,
): UncitedFigure[] {
  const found: UncitedFigure[] = []
  walkSchema(schema, { $ref: '#/$defs/page' }, raw, start, {
    string(format, value, path) {
      if (format !== 'text' && format !== 'markdown') return value
      const literalParts = parseCitations(value).filter((part) => typeof part === 'string')
      const figures = literalParts.flatMap(
        (part) => part.replace(linkDestinationPattern, ']').match(figurePattern) ?? [],
      )
      for (const figure of figures) found.push({ figure, location: { source, path: [...path] } })
      return value
    },
  })
  return found
}
