import { findNearest, listNames } from '../nearest-name.ts'
import { problemAt, type Place, type Problem } from '../problem.ts'
import { resolveSchema, type Schema } from '../schema-walk.ts'
import { parseColumns, type CitedColumn } from './cite-column.ts'
import { isGroup } from './list-sets.ts'
import { findColumn, type Column, type RowSet } from './row-set.ts'
import { readFilter, unknownColumn, type Condition } from './select-rows.ts'

/** What a cell is read as: a CSV file holds text alone. A figure is a number, or a range of two. */
export type CellType = 'text' | 'number' | 'boolean' | 'figure'

export type Cited = CitedColumn & { column: Column }

/**
 * A template, ready to be filled with rows. Each part knows where it is written. A part without columns is the same value on
 * every page, kept once.
 */
export type Template = { place: Place } & (
  | { kind: 'constant'; value: unknown }
  | { kind: 'text'; parts: (string | Cited)[]; written: string }
  | { kind: 'cell'; cited: Cited; as?: CellType; spread: boolean }
  | { kind: 'list'; entries: { template: Template; where: Condition[] }[] }
  | { kind: 'group'; entries: [name: string, template: Template][] }
)

/** A value as written, and where. */
export type Written = { value: unknown; place: Place }

export type CompileContext = { schema: Schema; rows: RowSet; problems: Problem[] }

/**
 * Compiles a template along its schema, with what is laid over it: groups are merged, null takes a property away, a group laid
 * over a list replaces the properties of the entry with that `id`, and anything else replaces what was there.
 */
export function compileTemplate(
  written: Written,
  over: Written | undefined,
  rule: Schema | undefined,
  context: CompileContext,
): Template {
  if (over && isGroup(over.value)) {
    if (isGroup(written.value)) return compileGroup(written, over, rule, context)
    if (Array.isArray(written.value)) return compileList(written, over, rule, context)
  }
  const { value, place } = over ?? written
  if (typeof value === 'string') return compileText(value, place, rule, context)
  if (Array.isArray(value)) return compileList({ value, place }, undefined, rule, context)
  const column = unquotedColumn(value)
  if (column !== undefined) {
    const details = {
      expected: `'{{${column}}}'`,
      found: `{{${column}}}`,
      mend: 'Put quotes around it.',
    }
    context.problems.push(
      problemAt(
        place,
        'BAD_COLUMN',
        'A text that begins with {{ needs quotes: YAML takes it for a group of properties.',
        details,
      ),
    )
    return { kind: 'constant', value: `{{${column}}}`, place }
  }
  if (isGroup(value)) return compileGroup({ value, place }, undefined, rule, context)
  return { kind: 'constant', value, place }
}

/** What YAML makes of {{town}} without quotes: a group whose only key is a group. */
function unquotedColumn(value: unknown): string | undefined {
  const [name, ...others] = Object.keys(isGroup(value) ? value : {})
  return others.length === 0 && name !== undefined ? /^\{ (.+) \}$/.exec(name)?.[1] : undefined
}

const below = ({ source, path }: Place, step: string | number): Place => ({
  source,
  path: [...path, step],
})

function compileGroup(
  written: Written,
  over: Written | undefined,
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
      ? { value: base[name], place: below(written.place, name) }
      : { value: changes[name], place: below(over!.place, name) }
    const change =
      Object.hasOwn(base, name) && Object.hasOwn(changes, name)
        ? { value: changes[name], place: below(over!.place, name) }
        : undefined
    const rest =
      typeof rule?.additionalProperties === 'object' ? rule.additionalProperties : undefined
    const own =
      rule?.properties && Object.hasOwn(rule.properties, name) ? rule.properties[name] : undefined
    return [name, compileTemplate(here, change, own ?? rest, context)]
  })
  if (!over && entries.every(([, { kind }]) => kind === 'constant'))
    return { kind: 'constant', value: base, place: written.place }
  return { kind: 'group', entries, place: written.place }
}

function compileList(
  written: Written,
  over: Written | undefined,
  schema: Schema | undefined,
  context: CompileContext,
): Template {
  const list = written.value as unknown[]
  const changes = (over?.value ?? {}) as Record<string, unknown>
  const rule = schema && resolveSchema(context.schema, schema, list)
  const item = rule?.items
  if (over) checkIds(list, changes, over.place, context.problems)
  const entries = list.flatMap((value, index) => {
    const place = below(written.place, index)
    const id = isGroup(value) && typeof value.id === 'string' ? value.id : undefined
    const change = id !== undefined && Object.hasOwn(changes, id) ? changes[id] : undefined
    if (change === null) return []
    const { where, ...kept } = isGroup(value) ? value : {}
    const conditions = readFilter(where, context.rows, below(place, 'where'), context.problems)
    const entry = where === undefined ? value : kept
    const template = compileTemplate(
      { value: entry, place },
      change === undefined ? undefined : { value: change, place: below(over!.place, id!) },
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
      place: written.place,
    }
  }
  return { kind: 'list', entries, place: written.place }
}

function checkIds(
  list: unknown[],
  changes: Record<string, unknown>,
  place: Place,
  problems: Problem[],
): void {
  const ids = list.flatMap((value) =>
    isGroup(value) && typeof value.id === 'string' ? [value.id] : [],
  )
  for (const id of Object.keys(changes)) {
    if (ids.includes(id)) continue
    const expected = ids.length === 0 ? 'an id; give the block of the template one' : listNames(ids)
    const details = { expected, found: id, suggestion: findNearest(id, ids) }
    problems.push(
      problemAt(
        { ...below(place, id), part: 'key' },
        'UNKNOWN_OVERRIDE',
        `The template has nothing with the id "${id}" here.`,
        details,
      ),
    )
  }
}

function compileText(
  text: string,
  place: Place,
  schema: Schema | undefined,
  context: CompileContext,
): Template {
  const rule = schema && resolveSchema(context.schema, schema, text)
  checkSingleBraces(text, place, rule, context)
  const parts = parseColumns(text).flatMap((part): (string | Cited)[] => {
    if (typeof part === 'string') return [part]
    if ('bad' in part) {
      context.problems.push(
        problemAt(place, 'BAD_COLUMN', `"${part.bad}" is not a column.`, {
          found: part.bad,
          needle: part.bad,
        }),
      )
      return []
    }
    const column = findColumn(context.rows, part.name)
    if (column) return [{ ...part, column }]
    context.problems.push(unknownColumn(part.name, context.rows, place, part.written))
    return []
  })
  const [first] = parts
  if (parts.length === 1 && typeof first === 'object')
    return { kind: 'cell', cited: first, as: typeOf(rule), spread: false, place }
  if (parts.every((part) => typeof part === 'string'))
    return { kind: 'constant', value: text, place }
  return { kind: 'text', parts, written: text, place }
}

const typeNames: Record<string, CellType> = {
  string: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
}
const typeOf = (rule: Schema | undefined): CellType | undefined =>
  typeof rule?.type === 'string' ? typeNames[rule.type] : undefined

/** One brace is right in the route of the set and for what the browser fills in; elsewhere the column would be printed by its name. */
function checkSingleBraces(
  text: string,
  place: Place,
  rule: Schema | undefined,
  { rows, problems }: CompileContext,
): void {
  for (const [found, name] of text.matchAll(/(?<![${])\{\s*([\p{L}][^{}\n|?]*?)\s*\}(?!\})/gu)) {
    if (rule?.blanks?.includes(name!) || !findColumn(rows, name!)) continue
    problems.push(
      problemAt(place, 'BAD_COLUMN', `"${found}" would be printed as it is.`, {
        expected: `{{${name}}}`,
        found,
        needle: found,
      }),
    )
  }
}
