import type { Path } from '../problem.ts'
import { slugOf } from '../slug.ts'
import type { CellType, Cited, Template } from './compile-template.ts'
import { cellOf, isEmpty, printValue, type Column, type Row, type RowSet } from './row-set.ts'
import { holdsAll } from './select-rows.ts'

/** A row of a set, and what is noticed while it fills a template. */
export type Filling = { rows: RowSet; row: Row; report(problem: CellProblem): void }

/** Something wrong with a cell, and the part of the template that it was to fill. */
export type CellProblem = {
  column: Column
  template: Template
  code: 'EMPTY_CELL' | 'BAD_CELL'
  message: string
  expected?: string
  found?: string
}

/** What is left out because its cell is empty. */
export const nothing = Symbol('nothing')

/** The value that a template has for one row. */
export function fillTemplate(template: Template, filling: Filling): unknown {
  switch (template.kind) {
    case 'constant':
      return template.value
    case 'cell':
      return fillCell(template, filling)
    case 'text': {
      const text = template.parts
        .map((part) => (typeof part === 'string' ? part : printCell(part, template, filling)))
        .join('')
      return text.trim() === '' ? nothing : text
    }
    case 'list':
      return template.entries.flatMap((_, index) => fillEntry(template, index, filling))
    case 'group': {
      const filled = template.entries.map(
        ([name, part]) => [name, fillTemplate(part, filling)] as const,
      )
      return Object.fromEntries(filled.filter(([, value]) => value !== nothing))
    }
  }
}

/** What one entry of a list gives: nothing where its filter says so, several where its cell holds a list. */
function fillEntry(
  { entries }: Template & { kind: 'list' },
  index: number,
  filling: Filling,
): unknown[] {
  const { template, where } = entries[index]!
  if (!holdsAll(where, filling.rows, filling.row)) return []
  const value = fillTemplate(template, filling)
  if (value === nothing) return []
  return isSpread(template, filling) ? (value as unknown[]) : [value]
}

const isSpread = (template: Template, { rows, row }: Filling) =>
  template.kind === 'cell' &&
  template.spread &&
  Array.isArray(cellOf(rows, row, template.cited.column))

function printCell(cited: Cited, template: Template, { rows, row, report }: Filling): string {
  const { column, optional, slug, name } = cited
  const value = cellOf(rows, row, column)
  if (isEmpty(value)) {
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
  return slug ? slugOf(String(value)) : String(value)
}

function fillCell(template: Template & { kind: 'cell' }, filling: Filling): unknown {
  const { cited, as } = template
  const { column, name, optional, slug } = cited
  const value = cellOf(filling.rows, filling.row, column)
  if (isEmpty(value)) {
    if (!optional)
      filling.report({
        column,
        template,
        code: 'EMPTY_CELL',
        message: `The cell "${name}" is empty.`,
      })
    return nothing
  }
  if (slug) return printCell(cited, template, filling)
  const read = readCell(value, as)
  if (read !== undefined) return read
  const expected = {
    text: 'text',
    number: 'a number, such as 12 or 12.5',
    boolean: 'true or false',
    figure: 'a number such as 12.5, or a range such as 15-20',
  }[as!]
  filling.report({
    column,
    template,
    code: 'BAD_CELL',
    message: `"${printValue(value)}" is not ${expected.split(/,| such/)[0]}.`,
    expected,
    found: printValue(value),
  })
  return nothing
}

const numberForm = /^-?\d+(?:\.\d+)?$/
const rangeForm = /^(\d+(?:\.\d+)?)\s*[-–]\s*(\d+(?:\.\d+)?)$/

/** A cell as what its place takes; undefined when it cannot be read as that. Lists and groups are left to the schema. */
function readCell(value: unknown, as: CellType | undefined): unknown {
  if (as === 'text') return typeof value === 'number' ? String(value) : value
  if (typeof value !== 'string') return value
  const text = value.trim()
  if (as === 'number') return numberForm.test(text) ? Number(text) : undefined
  if (as === 'boolean')
    return /^(true|yes)$/i.test(text) ? true : /^(false|no)$/i.test(text) ? false : undefined
  if (as !== 'figure') return value
  if (numberForm.test(text)) return Number(text)
  const [, min, max] = rangeForm.exec(text) ?? []
  return min !== undefined && Number(min) <= Number(max)
    ? { min: Number(min), max: Number(max) }
    : undefined
}

/** Where a value of a filled template comes from: a part of the template, and within that what is left of the path. */
export function traceValue(
  template: Template,
  path: Path,
  filling: Filling,
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
export function findColumnOf(
  template: Template,
  needle: string,
  { rows, row }: Filling,
): Column | undefined {
  if (template.kind !== 'text' || template.written.includes(needle)) return undefined
  return template.parts
    .flatMap((part) => (typeof part === 'string' ? [] : [part.column]))
    .find((column) => printValue(cellOf(rows, row, column)).includes(needle))
}
