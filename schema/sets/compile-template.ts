import { describeUnknownName } from '../validate/nearest-name.ts'
import { problemAt } from '../problems/problem.ts'
import type { Schema } from '../validate/json-schema.ts'
import { resolveSchema } from '../validate/schema-nodes.ts'
import { isRecord } from '../util/records.ts'
import { parseFilter, reportUnknownColumn } from './select-rows.ts'
import type {
  CompileContext,
  Template,
  WrittenValue,
  CellType,
  ResolvedColumn,
} from './template.ts'
import { locateChild, locateKey } from '../problems/locate-child.ts'
import type { SourceLocation } from '../problems/source-file.ts'
import type { Problem } from '../problems/types.ts'
import { parseColumns } from './parse-columns.ts'
import { findColumn } from './row-set.ts'

/**
 * Compiles a template along its schema and applies an override: objects are merged, null deletes a
 * property, an object over a list overrides the entries with the given ids, and any other value
 * replaces the original.
 */
export function compileTemplate(
  written: WrittenValue,
  override: WrittenValue | undefined,
  schema: Schema | undefined,
  context: CompileContext,
): Template {
  if (override && isRecord(override.value)) {
    if (isRecord(written.value)) return compileGroup(written, override, schema, context)
    if (Array.isArray(written.value)) return compileList(written, override, schema, context)
  }
  const { value, location } = override ?? written
  if (typeof value === 'string') return compileText(value, location, schema, context)
  if (Array.isArray(value)) return compileList({ value, location }, undefined, schema, context)
  const column = findUnquotedColumn(value)
  if (column !== undefined) {
    const details = {
      expected: `'{{${column}}}'`,
      found: `{{${column}}}`,
      fix: 'Put quotes around it.',
    }
    context.problems.push(
      problemAt(
        location,
        'INVALID_COLUMN',
        'Text that starts with {{ needs quotes. Without them, YAML reads it as a group of properties.',
        details,
      ),
    )
    return { kind: 'constant', value: `{{${column}}}`, location }
  }
  if (isRecord(value)) return compileGroup({ value, location }, undefined, schema, context)
  return { kind: 'constant', value, location }
}

/** Detects {{town}} without quotes, which YAML parses as an object whose only key is an object. */
function findUnquotedColumn(value: unknown): string | undefined {
  const [name, ...others] = Object.keys(isRecord(value) ? value : {})
  return others.length === 0 && name !== undefined ? /^\{ (.+) \}$/.exec(name)?.[1] : undefined
}

function compileGroup(
  written: WrittenValue,
  override: WrittenValue | undefined,
  schema: Schema | undefined,
  context: CompileContext,
): Template {
  const base = written.value as Record<string, unknown>
  const changes = (override?.value ?? {}) as Record<string, unknown>
  const resolvedSchema = schema && resolveSchema(context.schema, schema, { ...base, ...changes })
  const names = [...new Set([...Object.keys(base), ...Object.keys(changes)])].filter(
    (name) => changes[name] !== null || !override,
  )
  const entries = names.map((name): [string, Template] => {
    const here = Object.hasOwn(base, name)
      ? { value: base[name], location: locateChild(written.location, name) }
      : { value: changes[name], location: locateChild(override!.location, name) }
    const change =
      Object.hasOwn(base, name) && Object.hasOwn(changes, name)
        ? { value: changes[name], location: locateChild(override!.location, name) }
        : undefined
    const rest =
      typeof resolvedSchema?.additionalProperties === 'object'
        ? resolvedSchema.additionalProperties
        : undefined
    const own =
      resolvedSchema?.properties && Object.hasOwn(resolvedSchema.properties, name)
        ? resolvedSchema.properties[name]
        : undefined
    // Its columns are those of the set that the block lists.
    if (own?.rowOf !== undefined && !change) return [name, { kind: 'constant', ...here }]
    return [name, compileTemplate(here, change, own ?? rest, context)]
  })
  if (!override && entries.every(([, { kind }]) => kind === 'constant'))
    return { kind: 'constant', value: base, location: written.location }
  return { kind: 'group', entries, location: written.location }
}

function compileList(
  written: WrittenValue,
  override: WrittenValue | undefined,
  schema: Schema | undefined,
  context: CompileContext,
): Template {
  const list = written.value as unknown[]
  const changes = (override?.value ?? {}) as Record<string, unknown>
  const resolvedSchema = schema && resolveSchema(context.schema, schema, list)
  const item = resolvedSchema?.items
  if (override) checkOverrideIds(list, changes, override.location, context.problems)
  const entries = list.flatMap((value, index) => {
    const location = locateChild(written.location, index)
    const id = isRecord(value) && typeof value.id === 'string' ? value.id : undefined
    const change = id !== undefined && Object.hasOwn(changes, id) ? changes[id] : undefined
    if (change === null) return []
    const { where, ...kept } = isRecord(value) ? value : {}
    const conditions = parseFilter(
      where,
      context.rows,
      locateChild(location, 'where'),
      context.problems,
    )
    const entry = where === undefined ? value : kept
    const template = compileTemplate(
      { value: entry, location },
      change === undefined
        ? undefined
        : { value: change, location: locateChild(override!.location, id!) },
      item,
      context,
    )
    // A list in a cell is spread into the entries, unless the entries are lists themselves.
    if (template.kind === 'cell')
      template.spread = (item && resolveSchema(context.schema, item, value))?.type !== 'array'
    return [{ template, where: conditions }]
  })
  if (
    !override &&
    entries.every(({ template, where }) => template.kind === 'constant' && where.length === 0)
  ) {
    return {
      kind: 'constant',
      value: entries.map(({ template }) => (template as { value: unknown }).value),
      location: written.location,
    }
  }
  return { kind: 'list', entries, location: written.location }
}

function checkOverrideIds(
  list: unknown[],
  changes: Record<string, unknown>,
  location: SourceLocation,
  problems: Problem[],
): void {
  const ids = list.flatMap((value) =>
    isRecord(value) && typeof value.id === 'string' ? [value.id] : [],
  )
  for (const id of Object.keys(changes)) {
    if (ids.includes(id)) continue
    const details = describeUnknownName(id, ids, 'an id; add one to the block in the template')
    problems.push(
      problemAt(
        locateKey(location, id),
        'UNKNOWN_OVERRIDE',
        `The template has no entry with the id "${id}" here.`,
        details,
      ),
    )
  }
}

/**
 * Compiles a text with columns. A text that is a single column becomes a cell, whose value need not
 * be text.
 */
function compileText(
  text: string,
  location: SourceLocation,
  schema: Schema | undefined,
  context: CompileContext,
): Template {
  const resolvedSchema = schema && resolveSchema(context.schema, schema, text)
  checkSingleBraces(text, location, resolvedSchema, context)
  const read = readCitedColumns(text, location, context)
  const named = context.nameFacts?.(read, resolvedSchema?.format) ?? read
  const parts = parseColumns(named).flatMap((part): (string | ResolvedColumn)[] => {
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
  })
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
