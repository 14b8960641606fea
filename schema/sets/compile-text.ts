import { problemAt } from '../problems/problem.ts'
import type { SourceLocation } from '../problems/source-file.ts'
import type { Schema } from '../validate/json-schema.ts'
import { resolveSchema } from '../validate/schema-nodes.ts'
import { parseColumns } from './parse-columns.ts'
import { findColumn } from './row-set.ts'
import { reportUnknownColumn } from './select-rows.ts'
import type { CellType, CompileContext, ResolvedColumn, Template } from './template.ts'

/**
 * Compiles a text with columns. A text that is a single column becomes a cell, whose value need not
 * be text.
 */
export function compileText(
  text: string,
  location: SourceLocation,
  schema: Schema | undefined,
  context: CompileContext,
): Template {
  const resolvedSchema = schema && resolveSchema(context.schema, schema, text)
  checkSingleBraces(text, location, resolvedSchema, context)
  const parts = parseColumns(readCitedColumns(text, location, context)).flatMap(
    (part): (string | ResolvedColumn)[] => {
      if (typeof part === 'string') return [part]
      if ('invalid' in part) {
        context.problems.push(
          problemAt(location, 'INVALID_COLUMN', `"${part.invalid}" is not a valid column.`, {
            found: part.invalid,
            needle: part.invalid,
          }),
        )
        return []
      }
      const column = findColumn(context.rows, part.name)
      if (column) return [{ ...part, column }]
      context.problems.push(reportUnknownColumn(part.name, context.rows, location, part.written))
      return []
    },
  )
  const [first] = parts
  if (parts.length === 1 && typeof first === 'object')
    return {
      kind: 'cell',
      cited: first,
      cellType: toCellType(resolvedSchema),
      max: resolvedSchema?.maximum as number | undefined,
      spread: false,
      location,
    }
  if (parts.every((part) => typeof part === 'string'))
    return { kind: 'constant', value: text, location }
  return { kind: 'text', parts, written: text, location }
}

/** Reports `${town}` where {{town}} is meant, and returns the text with the columns. */
function readCitedColumns(
  text: string,
  location: SourceLocation,
  { rows, problems, isFact }: CompileContext,
): string {
  if (!text.includes('${')) return text
  return text.replace(/\$\{\s*([\p{L}][\p{L}\d. _-]{0,200}?)\s*\}/gu, (found, name: string) => {
    const [first] = name.split('.')
    if (
      isFact(first!) ||
      isFact(name) ||
      first === 'site' ||
      first === 'page' ||
      !findColumn(rows, name)
    )
      return found
    const meant = `{{${name}}}`
    problems.push(
      problemAt(location, 'INVALID_COLUMN', `"${found}" cites a fact, but "${name}" is a column.`, {
        expected: meant,
        found,
        needle: found,
        replacement: { from: found, to: meant },
      }),
    )
    return meant
  })
}

const cellTypes: Record<string, CellType> = {
  string: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
}
const toCellType = (resolvedSchema: Schema | undefined): CellType | undefined =>
  typeof resolvedSchema?.type === 'string' ? cellTypes[resolvedSchema.type] : undefined

/**
 * Reports {column}, which is valid only in the route of a set and for variables, and {{{column}}}.
 */
function checkSingleBraces(
  text: string,
  location: SourceLocation,
  resolvedSchema: Schema | undefined,
  { rows, problems }: CompileContext,
): void {
  for (const [found, name] of text.matchAll(/\{\{\{\s{0,9}([^{}\n]{1,200}?)\s{0,9}\}\}\}/g)) {
    const message = `"${found}" has a brace too many, which would appear on the page.`
    const details = { expected: `{{${name}}}`, found, needle: found }
    problems.push(problemAt(location, 'INVALID_COLUMN', message, details))
  }
  for (const [found, name] of text.matchAll(
    /(?<![${])\{\s*([\p{L}][^{}\n|?]{0,200}?)\s{0,9}\}(?!\})/gu,
  )) {
    if (resolvedSchema?.blanks?.includes(name!) || !findColumn(rows, name!)) continue
    problems.push(
      problemAt(location, 'INVALID_COLUMN', `"${found}" would appear on the page literally.`, {
        expected: `{{${name}}}`,
        found,
        needle: found,
      }),
    )
  }
}
