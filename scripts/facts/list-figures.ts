import { parseCitations } from '../../schema/cite.ts'
import type { RawPage } from '../../schema/merge-sources.ts'
import type { Place } from '../../schema/problem.ts'
import { linkAddress } from '../../schema/resolve-text.ts'
import { walkSchema, type Schema } from '../../schema/schema-walk.ts'

/** A figure that is typed into a text and not cited. */
export type TypedFigure = { figure: string; place: Place }

const anyFigure = /\$?\d[\d,.:/–-]*\d%?|\$?\d%?/g

/** Every figure in the texts of a page, whether it matters or not, in the order of its entry. */
export function listFigures(
  { raw, place: { source, path: start } }: RawPage,
  schema: Schema,
): TypedFigure[] {
  const found: TypedFigure[] = []
  walkSchema(schema, { $ref: '#/$defs/page' }, raw, start, {
    string(format, value, path) {
      if (format !== 'text' && format !== 'markdown') return value
      const written = parseCitations(value).filter((part) => typeof part === 'string')
      const figures = written.flatMap(
        (part) => part.replace(linkAddress, ']').match(anyFigure) ?? [],
      )
      for (const figure of figures) found.push({ figure, place: { source, path: [...path] } })
      return value
    },
  })
  return found
}
