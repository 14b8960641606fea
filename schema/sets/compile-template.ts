import { findNearestName, formatNameList } from '../validate/nearest-name.ts'
import { problemAt, type SourceLocation, type Problem } from '../problems/problem.ts'
import { resolveSchema, type Schema } from '../validate/walk-schema.ts'
import { parseColumns, type CitedColumn } from './parse-columns.ts'
import { isRecord } from './list-sets.ts'
import { findColumn, type ColumnRef, type RowSet } from './row-set.ts'
import { parseFilter, describeUnknownColumn, type Condition } from './select-rows.ts'

/** What a cell is read as: a CSV file holds text alone. A figure is a number, or a range of two. */
export type CellType = 'text' | 'number' | 'boolean' | 'figure'

export type ResolvedColumn = CitedColumn & { column: ColumnRef }

/**
 * A template, ready to be filled with rows. Each part knows where it is written. A part without columns is the same value on
 * every page, kept once.
 */
export type Template = { location: SourceLocation } & (
  | { kind: 'constant'; value: unknown }
  | { kind: 'text'; parts: (string | ResolvedColumn)[]; written: string }
  | { kind: 'cell'; cited: ResolvedColumn; cellType?: CellType; spread: boolean }
  | { kind: 'list'; entries: { template: Template; where: Condition[] }[] }
  | { kind: 'group'; entries: [name: string, template: Template][] }
)

/** A value as written, and where. */
export type WrittenValue = { value: unknown; location: SourceLocation }

export type CompileContext = { schema: Schema; rows: RowSet; problems: Problem[] }

/**
 * Compiles a template along its schema, with what is laid over it: groups are merged, null takes a property away, a group laid
 * over a list replaces the properties of the entry with that `id`, and anything else replaces what was there.
 */
export function compileTemplate(
  written: WrittenValue,
  over: WrittenValue | undefined,
  rule: Schema | undefined,
  context: CompileContext,
): Template {
  if (over && isRecord(over.value)) {
    if (isRecord(written.value)) return compileGroup(written, over, rule, context)
    if (Array.isArray(written.value)) return compileList(written, over, rule, context)
  }
  const { value, location } = over ?? written
  if (typeof value === 'string') return compileText(value, location, rule, context)
  if (Array.isArray(value)) return compileList({ value, location }, undefined, rule, context)
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
        'BAD_COLUMN',
        'A text that begins with {{ needs quotes: YAML takes it for a group of properties.',
        details,
      ),
    )
    return { kind: 'constant', value: `{{${column}}}`, location }
  }
  if (isRecord(value)) return compileGroup({ value, location }, undefined, rule, context)
  return { kind: 'constant', value, location }
}

/** What YAML makes of {{town}} without quotes: a group whose only key is a group. */
function findUnquotedColumn(value: unknown): string | undefined {
  const [name, ...others] = Object.keys(isRecord(value) ? value : {})
  return others.length === 0 && name !== undefined ? /^\{ (.+) \}$/.exec(name)?.[1] : undefined
}

const locateChild = ({ source, path }: SourceLocation, step: string | number): SourceLocation => ({
  source,
  path: [...path, step],
})

function compileGroup(
  written: WrittenValue,
  over: WrittenValue | undefined,
  schema: Schema | undefined,
  context: CompileContext,
): Template {
  const base = written.value as Record<string, unknown>
  const changes = (over?.value ?? {}) as Record<string, unknown>
  const rule = schema && resolveSchema(context.schema, schema, { ...base, ...changes })
  const names = [...new Set([...Object.keys(base), ...Object.keys(changes)])].filter(
    (name) => changes[name] !== null || !over,
  )
  const entries = names.map((name): [string, Template] => {
    const here = Object.hasOwn(base, name)
      ? { value: base[name], location: locateChild(written.location, name) }
      : { value: changes[name], location: locateChild(over!.location, name) }
    const change =
      Object.hasOwn(base, name) && Object.hasOwn(changes, name)
        ? { value: changes[name], location: locateChild(over!.location, name) }
        : undefined
    const rest =
      typeof rule?.additionalProperties === 'object' ? rule.additionalProperties : undefined
    const own =
      rule?.properties && Object.hasOwn(rule.properties, name) ? rule.properties[name] : undefined
    return [name, compileTemplate(here, change, own ?? rest, context)]
  })
  if (!over && entries.every(([, { kind }]) => kind === 'constant'))
    return { kind: 'constant', value: base, location: written.location }
  return { kind: 'group', entries, location: written.location }
}

function compileList(
  written: WrittenValue,
  over: WrittenValue | undefined,
  schema: Schema | undefined,
  context: CompileContext,
): Template {
  const list = written.value as unknown[]
  const changes = (over?.value ?? {}) as Record<string, unknown>
  const rule = schema && resolveSchema(context.schema, schema, list)
  const item = rule?.items
  if (over) checkOverrideIds(list, changes, over.location, context.problems)
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
        : { value: change, location: locateChild(over!.location, id!) },
      item,
      context,
    )
    // A list among the entries gives its own, unless the entries are lists themselves.
    if (template.kind === 'cell')
      template.spread = (item && resolveSchema(context.schema, item, value))?.type !== 'array'
    return [{ template, where: conditions }]
  })
  if (
    !over &&
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
    const expected =
      ids.length === 0 ? 'an id; give the block of the template one' : formatNameList(ids)
    const details = { expected, found: id, suggestion: findNearestName(id, ids) }
    problems.push(
      problemAt(
        { ...locateChild(location, id), target: 'key' },
        'UNKNOWN_OVERRIDE',
        `The template has nothing with the id "${id}" here.`,
        details,
      ),
    )
  }
}

function compileText(
  text: string,
  location: SourceLocation,
  schema: Schema | undefined,
  context: CompileContext,
): Template {
  const rule = schema && resolveSchema(context.schema, schema, text)
  checkSingleBraces(text, location, rule, context)
  const parts = parseColumns(text).flatMap((part): (string | ResolvedColumn)[] => {
    if (typeof part === 'string') return [part]
    if ('invalid' in part) {
      context.problems.push(
        problemAt(location, 'BAD_COLUMN', `"${part.invalid}" is not a column.`, {
          found: part.invalid,
          needle: part.invalid,
        }),
      )
      return []
    }
    const column = findColumn(context.rows, part.name)
    if (column) return [{ ...part, column }]
    context.problems.push(describeUnknownColumn(part.name, context.rows, location, part.written))
    return []
  })
  const [first] = parts
  if (parts.length === 1 && typeof first === 'object')
    return { kind: 'cell', cited: first, cellType: toCellType(rule), spread: false, location }
  if (parts.every((part) => typeof part === 'string'))
    return { kind: 'constant', value: text, location }
  return { kind: 'text', parts, written: text, location }
}

const cellTypes: Record<string, CellType> = {
  string: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
}
const toCellType = (rule: Schema | undefined): CellType | undefined =>
  typeof rule?.type === 'string' ? cellTypes[rule.type] : undefined

/** One brace is right in the route of the set and for what the browser fills in; elsewhere the column would be printed by its name. */
function checkSingleBraces(
  text: string,
  location: SourceLocation,
  rule: Schema | undefined,
  { rows, problems }: CompileContext,
): void {
  for (const [found, name] of text.matchAll(/(?<![${])\{\s*([\p{L}][^{}\n|?]*?)\s*\}(?!\})/gu)) {
    if (rule?.blanks?.includes(name!) || !findColumn(rows, name!)) continue
    problems.push(
      problemAt(location, 'BAD_COLUMN', `"${found}" would be printed as it is.`, {
        expected: `{{${name}}}`,
        found,
        needle: found,
      }),
    )
  }
}
