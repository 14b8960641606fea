import { checkFactValues } from '../merge/check-fact-values.ts'
import { suggestName } from '../validate/nearest-name.ts'
import { createComputedFact, toCellName, type LedgerFact } from '../facts/facts.ts'
import type { Site, Page } from '../merge/merge-sources.ts'
import { hasErrors, problemAt, type Problem } from '../problems/problem.ts'
import type { Schema } from '../validate/json-schema.ts'
import type { Validator } from '../validate/validate-file.ts'
import { compileSet, type CompiledSet } from './compile-set.ts'
import { RowSource } from './row-source.ts'
import type { RawSet } from './list-sets.ts'
import type { RowFiles } from './read-row-files.ts'
import { locateChild, locateKey, toFileLine, type SourceLocation } from '../problems/location.ts'
import { toLedgerFact } from '../facts/to-ledger-fact.ts'
import { slugify } from '../util/slugify.ts'
import { findLongSegment, maxSegmentLength } from '../util/route-paths.ts'
import {
  checkSpreadsheetWord,
  fillSetTemplate,
  type CellProblem,
  type FillContext,
} from './fill-template.ts'
import {
  findColumn,
  getCell,
  getRow,
  listColumnNames,
  locateRow,
  type ColumnRef,
  type RowIndexes,
} from './row-set.ts'
import { CellSource } from './add-fact-tables.ts'
import { asText } from '../util/as-text.ts'
import { formatCellValue, isEmptyCell } from '../tables/cells.ts'
import type { CellMessage } from '../tables/table.ts'

/**
 * Adds the pages of every set to a merged site, validating each like a handwritten page.
 * @returns the problems of the sets, their rows and their pages
 */
export function addSets(
  site: Site,
  sets: RawSet[],
  files: RowFiles,
  schema: Schema,
  validate: Validator,
): Problem[] {
  const problems: Problem[] = []
  for (const set of sets) {
    const compiled = compileSet(set, files, {
      schema,
      problems,
      ledger: site.facts,
      language: site.settings.language,
    })
    // Links to pages of an invalid set are not reported as broken.
    if (!compiled) site.possiblyDefined.add(set.route)
    if (!compiled) site.possiblyDefined.add(asText(set.raw.name))
    if (!compiled) continue
    // Validation reports a route without a column: all rows would have the same route.
    if (compiled.route.every((part) => typeof part === 'string')) {
      site.possiblyDefined.add(set.route.replace(/[^/]*$/, '{}'))
      continue
    }
    problems.push(...checkSetFactNames(compiled, site))
    const pagesByRoute = new Map<string, RowSource>()
    for (const entry of expandSet(compiled))
      addSetPage(site, compiled, entry, pagesByRoute, validate, problems)
    if (compiled.name !== undefined)
      problems.push(...addNamedSet(site, compiled, compiled.name, pagesByRoute))
    // A set without rows is reported elsewhere.
    if (compiled.selected.length > 0)
      problems.push(...checkOverrideRoutes(compiled, pagesByRoute, site))
  }
  return problems
}

function addSetPage(
  site: Site,
  set: CompiledSet,
  { page, source, facts, problems: rowProblems }: SetPage,
  pagesByRoute: Map<string, RowSource>,
  validate: Validator,
  problems: Problem[],
): void {
  const { route, raw, location } = page
  problems.push(...rowProblems)
  if (hasErrors(rowProblems)) {
    // Do not report links to this page as broken, or citations of its facts.
    site.possiblyDefined.add(route)
    if (set.name !== undefined) site.possiblyDefined.add(set.name)
    return
  }
  const duplicate = reportDuplicateRoute(page, source, pagesByRoute.get(route), site)
  if (duplicate) return void problems.push(duplicate)
  pagesByRoute.set(route, source)
  site.pages.set(route, page)
  problems.push(
    ...validate.definition('page', raw, { source, path: location.path }),
    ...facts.flatMap((fact) => validate.definition('ledger-entry', fact.raw, fact.location)),
    ...[...(page.facts?.values() ?? [])].filter(isFilled).flatMap((fact) => checkFactValues(fact)),
  )
}

/** Whether all columns in the values of a fact exist. */
const isFilled = ({ readings }: LedgerFact) =>
  [...readings.values()].every(({ value }) => typeof value !== 'string' || !value.includes('{{'))

/**
 * Adds a set with a name to the ledger as a table of facts, so that other pages can list its rows and
 * cite their facts: `towns.crane.miles`.
 */
function addNamedSet(
  { facts, pages, settings }: Site,
  set: CompiledSet,
  name: string,
  sources: Map<string, RowSource>,
): Problem[] {
  const { rows, location } = set
  const route = set.route.filter((part) => typeof part !== 'string')
  const other = facts.get(name)
  if (other) {
    const { file, line } = toFileLine(locateKey(other.location))
    const message = `The name "${name}" is already that of a fact in ${file}, line ${line}.`
    const fix = 'Give the set another name.'
    return [problemAt(locateChild(location, 'name'), 'DUPLICATE_FACT', message, { fix })]
  }
  const columns = listColumnNames(rows)
  const listed = [...sources].map(([address, source]) => {
    const page = pages.get(address)!
    const label = page.routeValues!.join(', ')
    const cells = columns.map((column) => getCell(rows, source.row, findColumn(rows, column)!))
    const [line] = locateRow(rows, source.row)
    return { page, source, name: slugify(page.routeValues!.join(' ')), label, cells, line: line! }
  })
  facts.set(name, {
    ...createComputedFact(
      { name, label: String(location.path.at(-1)), unit: 'text', location },
      { value: '' },
    ),
    readings: new Map(),
    tableName: name,
    table: {
      file: rows.tables[0]!.table.file,
      header: rows.tables[route[0]!.table]!.table.headings[route[0]!.index]!,
      columns: [...set.facts.keys()].map((fact) => ({ name: fact, label: labelFact(set, fact) })),
      rows: listed.map((row) => ({ name: row.name, label: row.label })),
      language: asText(settings.language),
      set: {
        name: route.map((column) => `{{${column.name}|slug}}`).join('-'),
        columns,
        facts: [...set.facts.keys()],
        unclearSeparators: rows.unclearSeparators,
        rows: listed.map(({ page, line, cells }) => ({ route: page.route, line, cells })),
      },
    },
  })
  const problems: Problem[] = []
  for (const { page, source, ...row } of listed)
    for (const fact of [...(page.facts?.values() ?? [])]) {
      const cell = toCellName(name, row, fact)
      if (facts.has(cell)) {
        const message = `Two rows of the set "${name}" would be cited as ${cell}.`
        const fix = 'Change a cell of the route, or leave out the name of the set.'
        problems.push(
          source.problemAtRouteCell({ code: 'DUPLICATE_FACT', message, found: cell, fix }),
        )
      }
      const cited = { ...fact, ...locateRowFact(set, source, fact), name: cell, tableName: name }
      facts.set(cell, cited)
      page.facts!.set(fact.name, cited)
    }
  return problems
}

/** The cell that is the value of a fact, unless that is written in the set. */
function findValueCell({ facts }: CompiledSet, name: string): ColumnRef | undefined {
  const template = facts.get(name)
  const entries = template?.kind === 'group' ? template.entries : []
  const value = entries.find(([property]) => property === 'value')?.[1]
  return value?.kind === 'cell' ? value.cited.column : undefined
}

function labelFact(set: CompiledSet, name: string): string {
  const cell = findValueCell(set, name)
  return cell ? set.rows.tables[cell.table]!.table.headings[cell.index]! : name
}

/** Locates a fact of a row in its cell, if its value is one. */
function locateRowFact(
  set: CompiledSet,
  { row }: RowSource,
  { name }: LedgerFact,
): Pick<LedgerFact, 'location'> | undefined {
  const cell = findValueCell(set, name)
  if (!cell) return undefined
  const entry = locateChild(set.location, 'facts', name)
  const { table } = set.rows.tables[cell.table]!
  const source = new CellSource(table, row[cell.table]!, cell.index, entry)
  return { location: { source, path: entry.path } }
}

function reportDuplicateRoute(
  { route }: Page,
  source: RowSource,
  first: RowSource | undefined,
  { pages }: Site,
): Problem | undefined {
  const other = pages.get(route)
  if (!other) return undefined
  const { file, line } = first
    ? source.locateOtherRow(first)
    : toFileLine(locateKey(other.location))
  const message = first
    ? `Two rows have the route ${route}; the first is in ${file}, line ${line}.`
    : `The route ${route} of this row is also in ${file}, line ${line}.`
  const fix = first
    ? 'Delete one of the rows, or add another column to the route of the set.'
    : 'Delete the page, or exclude the row with where or except. To change a single page of a set, use overrides.'
  return source.problemAtRouteCell({ code: 'DUPLICATE_ROUTE', message, found: route, fix }, first)
}

/**
 * Reports facts of a set that have the name of a fact in the ledger: a citation would be ambiguous.
 */
function checkSetFactNames({ facts, location }: CompiledSet, site: Site): Problem[] {
  return [...facts.keys()]
    .filter((name) => site.facts.has(name))
    .map((name) => {
      const { file, line } = toFileLine(locateKey(site.facts.get(name)!.location))
      const message = `The fact "${name}" is already defined in ${file}, line ${line}.`
      const fix = 'Rename the fact of the set.'
      return problemAt(locateKey(location, 'facts', name), 'DUPLICATE_FACT', message, { fix })
    })
}

function checkOverrideRoutes(
  { overrides, location, route }: CompiledSet,
  pagesByRoute: Map<string, RowSource>,
  { possiblyDefined }: Site,
): Problem[] {
  return (
    [...overrides.keys()]
      // Problems in the row of such a page have been reported.
      .filter((name) => !pagesByRoute.has(name) && !possiblyDefined.has(name))
      .map((name) => {
        const details = {
          expected: 'the route of a page in the set',
          found: name,
          ...suggestName(name, pagesByRoute.keys()),
        }
        const message = `The set ${route.map((part) => (typeof part === 'string' ? part : `{${part.name}}`)).join('')} has no page ${name}.`
        return problemAt(
          locateKey(location, 'overrides', name),
          'UNKNOWN_OVERRIDE',
          message,
          details,
        )
      })
  )
}

/** A page of a set, in the form of a handwritten page. */
type SetPage = {
  page: Page
  source: RowSource
  /** The facts defined only on this page, as written. */
  facts: { name: string; raw: Record<string, unknown>; location: SourceLocation }[]
  /** Problems of the cells. If there are any, the page is incomplete. */
  problems: Problem[]
}

/**
 * Expands a set, yielding one page per row. A page depends only on its row, the template and its
 * override.
 */
export function* expandSet(set: CompiledSet): Generator<SetPage> {
  for (const index of set.selected) yield expandRow(set, getRow(set.rows, index))
}

function expandRow(set: CompiledSet, row: RowIndexes): SetPage {
  const found: CellProblem[] = []
  // A cell may be used several times, but its problem is reported once.
  const isKnown = ({ code, column: { name } }: CellProblem) =>
    found.some((other) => other.code === code && other.column.name === name)
  const filling: FillContext = {
    rows: set.rows,
    row,
    report: (problem) => void (isKnown(problem) || found.push(problem)),
  }
  const route = fillRoute(set, filling)
  const template = set.overrides.get(route) ?? set.template
  const source = new RowSource(set, row, route, template)
  const raw = fillSetTemplate(template, filling) as Page['raw']
  const facts = [...set.facts]
    .map(([name, fact]) => ({
      name,
      raw: fillSetTemplate(fact, filling) as Record<string, unknown>,
      location: { source, path: ['facts', name] },
    }))
    // Omit facts whose optional cell is empty.
    .filter(({ raw: entry }) => 'value' in entry || 'readings' in entry)
  return {
    page: {
      route,
      raw,
      location: { source, path: ['pages', route], target: 'key' },
      ...(facts.length > 0 && {
        facts: new Map(
          facts.map(({ name, raw: entry, location }) => [
            name,
            toLedgerFact(name, entry, location, []),
          ]),
        ),
      }),
      routeValues: set.route.flatMap((part) =>
        typeof part === 'string' ? [] : [formatCellValue(getCell(set.rows, row, part) ?? '')],
      ),
    },
    source,
    facts,
    problems: found.map((problem) => source.problemAtCell(problem)),
  }
}

/** Fills the route of a set. Its cells cannot be left out. */
function fillRoute({ route, rows, location }: CompiledSet, context: FillContext): string {
  const report = (column: ColumnRef, problem: CellMessage) =>
    context.report({ column, location, ...problem })
  const steps = route.map((part) => {
    if (typeof part === 'string') return part
    const value = getCell(rows, context.row, part)
    const slug = typeof value === 'object' ? '' : slugify(String(value ?? ''))
    const formatted = typeof value === 'object' ? 'A list or a group' : `"${String(value)}"`
    if (isEmptyCell(value))
      report(part, {
        code: 'EMPTY_CELL',
        message: `The cell "${part.name}" is empty, but the route needs it.`,
      })
    else if (!/^[a-z0-9-]+$/.test(slug))
      report(part, {
        code: 'INVALID_ROUTE',
        message: `${formatted} cannot be part of a route.`,
        expected: 'letters from A to Z, with or without accents, and digits',
        found: formatted.replaceAll('"', ''),
        fix: 'Add a column with the name in letters from A to Z, and use that in the route.',
      })
    checkSpreadsheetWord(value, part, location, context)
    return slug
  })
  const filled = steps.join('')
  const tooLong = findLongSegment(filled)
  const column = route.findLast((part) => typeof part !== 'string')
  if (tooLong !== undefined && column)
    report(column, {
      code: 'INVALID_ROUTE',
      message: 'This cell makes the route too long.',
      expected: `at most ${maxSegmentLength} characters between slashes`,
      found: `${tooLong.length} characters`,
      fix: 'Add a column with a shorter name, and use that in the route.',
    })
  return filled
}
