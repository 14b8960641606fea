import type { Path } from '../problems/problem.ts'
import { slugify } from '../resolve/slugify.ts'
import type { CellType, ResolvedColumn, Template } from './compile-template.ts'
import {
  getCell,
  isEmptyCell,
  formatCellValue,
  type ColumnRef,
  type RowIndexes,
  type RowSet,
} from './row-set.ts'
import { matchesAll } from './select-rows.ts'

/** A row of a set, and what is noticed while it fills a template. */
export type FillContext = { rows: RowSet; row: RowIndexes; report(problem: CellProblem): void }

/** Something wrong with a cell, and the part of the template that it was to fill. */
export type CellProblem = {
  column: ColumnRef
  template: Template
  code: 'EMPTY_CELL' | 'BAD_CELL'
  message: string
  expected?: string
  found?: string
}

/** What is left out because its cell is empty. */
const omitted = Symbol('nothing')

/** The value that a template has for one row. */
export function fillSetTemplate(template: Template, filling: FillContext): unknown {
  switch (template.kind) {
    case 'constant':
      return template.value
    case 'cell':
      return fillCell(template, filling)
    case 'text': {
      const text = template.parts
        .map((part) => (typeof part === 'string' ? part : formatCell(part, template, filling)))
        .join('')
      return text.trim() === '' ? omitted : text
    }
    case 'list':
      return template.entries.flatMap((_, index) => fillEntry(template, index, filling))
    case 'group': {
      const filled = template.entries.map(
        ([name, part]) => [name, fillSetTemplate(part, filling)] as const,
      )
      return Object.fromEntries(filled.filter(([, value]) => value !== omitted))
    }
  }
}

/** What one entry of a list gives: nothing where its filter says so, several where its cell holds a list. */
function fillEntry(
  { entries }: Template & { kind: 'list' },
  index: number,
  filling: FillContext,
): unknown[] {
  const { template, where } = entries[index]!
  if (!matchesAll(where, filling.rows, filling.row)) return []
  const value = fillSetTemplate(template, filling)
  if (value === omitted) return []
  return isSpread(template, filling) ? (value as unknown[]) : [value]
}

const isSpread = (template: Template, { rows, row }: FillContext) =>
  template.kind === 'cell' &&
  template.spread &&
  Array.isArray(getCell(rows, row, template.cited.column))

function formatCell(
  cited: ResolvedColumn,
  template: Template,
  { rows, row, report }: FillContext,
): string {
  const { column, optional, slug, name } = cited
  const value = getCell(rows, row, column)
  if (isEmptyCell(value)) {
    if (!optional)
      report({ column, template, code: 'EMPTY_CELL', message: `The cell "${name}" is empty.` })
    return ''
  }
  if (typeof value === 'object') {
    report({
      column,
      template,
      code: 'BAD_CELL',
      message: `The cell "${name}" holds more than a text.`,
      expected: 'one value, since it stands within a text',
    })
    return ''
  }
  return slug ? slugify(String(value)) : String(value)
}

function fillCell(template: Template & { kind: 'cell' }, filling: FillContext): unknown {
  const { cited, cellType } = template
  const { column, name, optional, slug } = cited
  const value = getCell(filling.rows, filling.row, column)
  if (isEmptyCell(value)) {
    if (!optional)
      filling.report({
        column,
        template,
        code: 'EMPTY_CELL',
        message: `The cell "${name}" is empty.`,
      })
    return omitted
  }
  if (slug) return formatCell(cited, template, filling)
  const read = convertCell(value, cellType)
  if (read !== undefined) return read
  const expected = {
    text: 'text',
    number: 'a number, such as 12 or 12.5',
    boolean: 'true or false',
    figure: 'a number such as 12.5, or a range such as 15-20',
  }[cellType!]
  filling.report({
    column,
    template,
    code: 'BAD_CELL',
    message: `"${formatCellValue(value)}" is not ${expected.split(/,| such/)[0]}.`,
    expected,
    found: formatCellValue(value),
  })
  return omitted
}

const cellNumberPattern = /^-?\d+(?:\.\d+)?$/
const cellRangePattern = /^(\d+(?:\.\d+)?)\s*[-–]\s*(\d+(?:\.\d+)?)$/

/** A cell as what its place takes; undefined when it cannot be read as that. Lists and groups are left to the schema. */
function convertCell(value: unknown, as: CellType | undefined): unknown {
  if (as === 'text') return typeof value === 'number' ? String(value) : value
  if (typeof value !== 'string') return value
  const text = value.trim()
  if (as === 'number') return cellNumberPattern.test(text) ? Number(text) : undefined
  if (as === 'boolean')
    return /^(true|yes)$/i.test(text) ? true : /^(false|no)$/i.test(text) ? false : undefined
  if (as !== 'figure') return value
  if (cellNumberPattern.test(text)) return Number(text)
  const [, min, max] = cellRangePattern.exec(text) ?? []
  return min !== undefined && Number(min) <= Number(max)
    ? { min: Number(min), max: Number(max) }
    : undefined
}

/** Where a value of a filled template comes from: a part of the template, and within that what is left of the path. */
export function traceValue(
  template: Template,
  path: Path,
  filling: FillContext,
): { template: Template; rest: Path } {
  const [step, ...rest] = path
  if (step === undefined) return { template, rest: [] }
  if (template.kind === 'group') {
    const part = template.entries.find(([name]) => name === String(step))?.[1]
    return part ? traceValue(part, rest, filling) : { template, rest: path }
  }
  if (template.kind === 'list') {
    let left = Number(step)
    for (const [index, entry] of template.entries.entries()) {
      const { length } = fillEntry(template, index, { ...filling, report: () => {} })
      const { template: part } = entry
      if (left < length)
        return traceValue(part, isSpread(part, filling) ? [left, ...rest] : rest, filling)
      left -= length
    }
  }
  return { template, rest: path }
}

/** The column of a text in which some words stand, when they do not stand in the template. */
export function findPrintedColumn(
  template: Template,
  needle: string,
  { rows, row }: FillContext,
): ColumnRef | undefined {
  if (template.kind !== 'text' || template.written.includes(needle)) return undefined
  return template.parts
    .flatMap((part) => (typeof part === 'string' ? [] : [part.column]))
    .find((column) => formatCellValue(getCell(rows, row, column)).includes(needle))
}
