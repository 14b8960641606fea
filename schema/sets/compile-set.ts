import { problemAt, type Problem } from '../problems/problem.ts'
import type { Schema } from '../validate/json-schema.ts'
import { getSchemaNode, type SchemaNode } from '../validate/walk-schema.ts'
import { listUnclearSeparators } from '../facts/facts.ts'
import { asText } from '../util/as-text.ts'
import { parseSetRoute } from './parse-columns.ts'
import { compileTemplate } from './compile-template.ts'
import { toValueType } from './fill-template.ts'
import type { CompileContext, Template } from './template.ts'
import type { RawSet } from './list-sets.ts'
import { asRecord, isRecord } from '../util/records.ts'
import type { RowFiles } from './read-row-files.ts'
import { combineTables, findColumn, type ColumnRef, type RowSet } from './row-set.ts'
import { parseFilter, parseFilters, selectRows, reportUnknownColumn } from './select-rows.ts'
import { createTable, type Table } from '../tables/table.ts'
import { type Path, type SourceLocation, locateChild } from '../problems/location.ts'

/** A set that is ready to expand. */
export type CompiledSet = {
  location: SourceLocation
  /** What blocks and citations of other pages call it. */
  name?: string
  route: (string | ColumnRef)[]
  rows: RowSet
  /** The indexes of the rows that pass the set's filters. */
  selected: number[]
  template: Template
  facts: Map<string, Template>
  /** By route: the template merged with the override for this route. */
  overrides: Map<string, Template>
}

/** The columns of a table that the addresses of a set's pages are made of. */
export const listRouteColumns = ({ route, rows }: CompiledSet, table: Table): number[] =>
  route.flatMap((part) =>
    typeof part === 'object' && rows.tables[part.table]!.table === table ? [part.index] : [],
  )

/** @property ledger the facts that every page can cite */
type SiteContext = {
  schema: Schema
  problems: Problem[]
  ledger: { has(name: string): boolean }
  language: unknown
}

/**
 * Compiles the tables, filters and templates of a set.
 * @returns undefined if the set cannot have pages, for a reason that is reported here or by
 * validation
 */
export function compileSet(
  set: RawSet,
  files: RowFiles,
  { schema, problems, ledger, language }: SiteContext,
): CompiledSet | undefined {
  const { raw, source, path } = set
  const location: SourceLocation = { source, path, target: 'key' }
  const at = (...steps: Path) => locateChild(location, ...steps)
  const rows = collectTables(set, files, language, problems)
  if (!rows || !isRecord(raw.page)) return undefined
  const isFact = (name: string) =>
    ledger.has(name) || (isRecord(raw.facts) && Object.hasOwn(raw.facts, name))
  const context: CompileContext = { rows, problems, isFact }
  const define = (name: string) => getSchemaNode(schema, name)
  const route = parseSetRoute(set.route).map((part) => {
    if (typeof part === 'string') return part
    const column = findColumn(rows, part.name)
    if (!column) problems.push(reportUnknownColumn(part.name, rows, location, `{${part.name}}`))
    return column
  })
  const selected = selectRows(
    rows,
    parseFilter(raw.where, at('where'), context),
    parseFilters(raw.except, at('except'), context),
  )
  const page = { value: raw.page, location: at('page') }
  const template = compileTemplate(page, undefined, define('page'), context)
  // Validation reports overrides that are not objects.
  const overrides = Object.entries(isRecord(raw.overrides) ? raw.overrides : {})
    .filter(([, value]) => isRecord(value))
    .map(([name, value]) => {
      const override = { value, location: at('overrides', name) }
      return [name, compileTemplate(page, override, define('page'), context)] as const
    })
  const facts = Object.entries(isRecord(raw.facts) ? raw.facts : {}).map(
    ([name, fact]) =>
      [name, compileFact(name, fact, at('facts', name), define('ledger-entry'), context)] as const,
  )
  if (selected.length === 0 && rows.tables.length > 0) {
    problems.push(
      problemAt(location, 'SET_WITHOUT_PAGES', `The set ${set.route} has no pages.`, {
        found: rows.count === 0 ? 'no rows' : `${rows.count} rows, all removed by where and except`,
      }),
    )
  }
  if (route.includes(undefined)) return undefined
  return {
    location,
    ...(typeof raw.name === 'string' && { name: raw.name }),
    route: route as CompiledSet['route'],
    rows,
    selected,
    template,
    facts: new Map(facts),
    overrides: new Map(overrides),
  }
}

/** Returns undefined if a table is missing or invalid. */
function collectTables(
  { raw, source, path }: RawSet,
  files: RowFiles,
  language: unknown,
  problems: Problem[],
): RowSet | undefined {
  const read = (name: string, rows: unknown, ...steps: string[]) => {
    if (typeof rows === 'string') return { name, table: files.get(rows)?.table }
    return {
      name,
      table: Array.isArray(rows)
        ? createTable(rows, source, [...path, 'rows', ...steps], problems)
        : undefined,
    }
  }
  const tables = isRecord(raw.rows)
    ? Object.entries(raw.rows).map(([name, rows]) => read(name, rows, name))
    : [read('', raw.rows)]
  if (tables.some(({ table }) => !table)) return undefined
  const languages = [language, asRecord(raw.page).language].map(asText)
  return combineTables(tables as RowSet['tables'], listUnclearSeparators(languages))
}

/** Compiles a fact. Without a value, it takes the value from the column of the same name. */
function compileFact(
  name: string,
  fact: unknown,
  location: SourceLocation,
  node: SchemaNode,
  context: CompileContext,
): Template {
  const entry = isRecord(fact) ? fact : {}
  const hasValue = 'value' in entry || 'readings' in entry
  const value = hasValue ? entry : { ...entry, value: `{{${name}}}` }
  const template = compileTemplate({ value, location }, undefined, node, context)
  setValueUnit(template, asText(entry.unit))
  return template
}

/** Sets the type of value cells. The schema allows figures and text; the unit decides. */
function setValueUnit(template: Template, unit: string, name?: string): void {
  if (template.kind === 'cell' && name === 'value') Object.assign(template, toValueType(unit))
  if (template.kind === 'group')
    for (const [key, part] of template.entries) setValueUnit(part, unit, key)
}
