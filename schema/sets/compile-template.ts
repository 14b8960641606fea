import { describeUnknownName } from '../validate/nearest-name.ts'
import { problemAt, type Problem } from '../problems/problem.ts'
import type { Schema } from '../validate/json-schema.ts'
import type { SchemaNode } from '../validate/walk-schema.ts'
import { asRecord, isRecord } from '../util/records.ts'
import { parseFilter, reportUnknownColumn } from './select-rows.ts'
import type {
  CompileContext,
  Template,
  WrittenValue,
  CellType,
  ResolvedColumn,
} from './template.ts'
import { locateChild, locateKey, type SourceLocation } from '../problems/location.ts'
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
  node: SchemaNode | undefined,
  context: CompileContext,
): Template {
  if (override && isRecord(override.value)) {
    if (isRecord(written.value)) return compileGroup(written, override, node, context)
    if (Array.isArray(written.value)) return compileList(written, override, node, context)
  }
  const { value, location } = override ?? written
  if (typeof value === 'string')
    return compileText(value, location, node?.resolve(value)?.schema, context)
  if (Array.isArray(value)) return compileList({ value, location }, undefined, node, context)
  const column = findUnquotedColumn(value)
  if (column !== undefined) {
    const message =
      'Text that starts with {{ needs quotes. Without them, YAML reads it as a group of properties.'
    const details = { expected: `'{{${column}}}'`, found: `{{${column}}}` }
    const fix = 'Put quotes around it.'
    context.problems.push(problemAt(location, 'INVALID_COLUMN', message, { ...details, fix }))
    return { kind: 'constant', value: `{{${column}}}`, location }
  }
  if (isRecord(value)) return compileGroup({ value, location }, undefined, node, context)
  return { kind: 'constant', value, location }
}

/** Detects {{town}} without quotes, which YAML parses as an object whose only key is an object. */
function findUnquotedColumn(value: unknown): string | undefined {
  const [name, ...others] = Object.keys(isRecord(value) ? value : {})
  return others.length === 0 && name !== undefined ? /^\{ (.+) \}$/.exec(name)?.[1] : undefined
}

/** The property of an object with its location; undefined if it has none of this name. */
const getProperty = (written: WrittenValue | undefined, name: string): WrittenValue | undefined =>
  written && Object.hasOwn(written.value as object, name)
    ? { value: asRecord(written.value)[name], location: locateChild(written.location, name) }
    : undefined

function compileGroup(
  written: WrittenValue,
  override: WrittenValue | undefined,
  node: SchemaNode | undefined,
  context: CompileContext,
): Template {
  const [base, changes] = [asRecord(written.value), asRecord(override?.value)]
  const resolved = node?.resolve({ ...base, ...changes })
  const names = [...new Set([...Object.keys(base), ...Object.keys(changes)])].filter(
    (name) => changes[name] !== null || !override,
  )
  const entries = names.map((name): [string, Template] => {
    const [own, change] = [getProperty(written, name), getProperty(override, name)]
    const property = resolved?.properties.get(name) ?? resolved?.additional
    // Its columns are those of the set that the block lists.
    if (!(own && change) && property?.resolve(undefined)?.schema.rowOf !== undefined)
      return [name, { kind: 'constant', ...(own ?? change!) }]
    return [name, compileTemplate(own ?? change!, own && change, property, context)]
  })
  if (!override && entries.every(([, { kind }]) => kind === 'constant'))
    return { kind: 'constant', value: base, location: written.location }
  return { kind: 'group', entries, location: written.location }
}

function compileList(
  written: WrittenValue,
  override: WrittenValue | undefined,
  node: SchemaNode | undefined,
  context: CompileContext,
): Template {
  const list = written.value as unknown[]
  const item = node?.resolve(list)?.items
  if (override) checkOverrideIds(list, override, context.problems)
  const entries = list.flatMap((value, index) => {
    const location = locateChild(written.location, index)
    const { where, ...kept } = asRecord(value)
    const change = typeof kept.id === 'string' ? getProperty(override, kept.id) : undefined
    if (change?.value === null) return []
    const conditions = parseFilter(where, locateChild(location, 'where'), context)
    const entry = { value: where === undefined ? value : kept, location }
    const template = compileTemplate(entry, change, item, context)
    // A list in a cell is spread into the entries, unless the entries are lists themselves.
    if (template.kind === 'cell') template.spread = item?.resolve(value)?.schema.type !== 'array'
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
  { value, location }: WrittenValue,
  problems: Problem[],
): void {
  const ids = list.map((entry) => asRecord(entry).id).filter((id) => typeof id === 'string')
  for (const id of Object.keys(asRecord(value))) {
    if (ids.includes(id)) continue
    const details = describeUnknownName(id, ids, 'an id; add one to the block in the template')
    const message = `The template has no entry with the id "${id}" here.`
    problems.push(problemAt(locateKey(location, id), 'UNKNOWN_OVERRIDE', message, details))
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
  checkSingleBraces(text, location, schema, context)
  const read = readCitedColumns(text, location, context)
  const named = context.nameFacts?.(read, schema?.format) ?? read
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
      cellType: toCellType(schema),
      max: schema?.maximum as number | undefined,
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
const toCellType = (schema: Schema | undefined): CellType | undefined =>
  typeof schema?.type === 'string' ? cellTypes[schema.type] : undefined

/**
 * Reports {column}, which is valid only in the route of a set and for variables, and {{{column}}}.
 */
function checkSingleBraces(
  text: string,
  location: SourceLocation,
  schema: Schema | undefined,
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
    if (schema?.blanks?.includes(name!) || !findColumn(rows, name!)) continue
    problems.push(
      problemAt(location, 'INVALID_COLUMN', `"${found}" would appear on the page literally.`, {
        expected: `{{${name}}}`,
        found,
        needle: found,
      }),
    )
  }
}
