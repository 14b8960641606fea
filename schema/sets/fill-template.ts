import {
  explainAmbiguousNumber,
  isCurrency,
  listCurrencySigns,
  readDecimalCommas,
  suggestNumbers,
  suggestZeroFix,
} from '../facts/facts.ts'
import { slugify } from '../util/slugify.ts'
import type { CellType, ResolvedColumn, Template } from './template.ts'
import { getCell, type ColumnRef, type RowIndexes, type RowSet } from './row-set.ts'
import { matchesAll } from './select-rows.ts'
import type { Path, SourceLocation } from '../problems/location.ts'
import type { CellMessage } from '../tables/table.ts'
import { explainSpreadsheetWord, formatCellValue, isEmptyCell } from '../tables/cells.ts'

/** The row that fills a template, and a callback for problems of its cells. */
export type FillContext = { rows: RowSet; row: RowIndexes; report(problem: CellProblem): void }

/** A problem of a cell. @property location where the template uses the cell */
export type CellProblem = CellMessage & { column: ColumnRef; location: SourceLocation }

/** Marks a property or entry that is omitted because its cell is empty. */
const omitted = Symbol('omitted')

/** Fills a template with one row. */
export function fillSetTemplate(template: Template, context: FillContext): unknown {
  switch (template.kind) {
    case 'constant':
      return template.value
    case 'cell':
      return fillCell(template, context)
    case 'text': {
      const text = template.parts
        .map((part) =>
          typeof part === 'string' ? part : formatCell(part, template.location, context),
        )
        .join('')
      return text.trim() === '' ? omitted : text
    }
    case 'list':
      return template.entries.flatMap((_, index) => fillEntry(template, index, context))
    case 'group': {
      const filled = template.entries.map(
        ([name, part]) => [name, fillSetTemplate(part, context)] as const,
      )
      return Object.fromEntries(filled.filter(([, value]) => value !== omitted))
    }
  }
}

/**
 * Fills one entry of a list. Returns no entry if its filter excludes the row, and several if its
 * cell is a list.
 */
function fillEntry(
  { entries }: Template & { kind: 'list' },
  index: number,
  context: FillContext,
): unknown[] {
  const { template, where } = entries[index]!
  if (!matchesAll(where, context.rows, context.row)) return []
  const value = fillSetTemplate(template, context)
  if (value === omitted) return []
  return isSpread(template, context) ? (value as unknown[]) : [value]
}

const isSpread = (template: Template, { rows, row }: FillContext) =>
  template.kind === 'cell' &&
  template.spread &&
  Array.isArray(getCell(rows, row, template.cited.column))

function formatCell(cited: ResolvedColumn, location: SourceLocation, context: FillContext): string {
  const { column, slug, name } = cited
  const value = getCell(context.rows, context.row, column)
  if (isMissing(value, cited, location, context)) return ''
  if (typeof value === 'object') {
    const message = `The cell "${name}" must be text.`
    const expected = 'a single value, because it is part of a text'
    context.report({ column, location, code: 'INVALID_CELL', message, expected })
    return ''
  }
  checkSpreadsheetWord(value, column, location, context)
  return slug ? slugify(String(value)) : String(value)
}

/** Whether a cell is empty, which is reported unless it may be. */
function isMissing(
  value: unknown,
  { column, name, optional }: ResolvedColumn,
  location: SourceLocation,
  { report }: FillContext,
): boolean {
  if (!isEmptyCell(value)) return false
  if (!optional)
    report({ column, location, code: 'EMPTY_CELL', message: `The cell "${name}" is empty.` })
  return true
}

export function checkSpreadsheetWord(
  value: unknown,
  column: ColumnRef,
  location: SourceLocation,
  { report }: Pick<FillContext, 'report'>,
): void {
  const word = explainSpreadsheetWord(value)
  if (word) report({ column, location, code: 'SPREADSHEET_ERROR', ...word })
}

function fillCell(template: Template & { kind: 'cell' }, context: FillContext): unknown {
  const { cited, location } = template
  const { column, slug } = cited
  const value = getCell(context.rows, context.row, column)
  if (isMissing(value, cited, location, context)) return omitted
  if (slug) return formatCell(cited, location, context)
  const { unclearSeparators } = context.rows
  const report = (problem: CellMessage) => context.report({ column, location, ...problem })
  return readCell(value, { ...template, unclearSeparators }, report) ?? omitted
}

/** How a cell is read. @property max the largest number that can be meant */
type CellRule = {
  cellType?: CellType
  max?: number
  currency?: string
  unclearSeparators: string
}

/**
 * Reads a filled cell as a type.
 * @returns undefined if it is something else, which is reported
 */
export function readCell(
  value: unknown,
  rule: CellRule,
  report: (problem: CellMessage) => void,
): unknown {
  const { cellType, max, currency, unclearSeparators } = rule
  const found = formatCellValue(value)
  const isNumeric = cellType === 'number' || cellType === 'figure'
  const explained = isNumeric
    ? explainAmbiguousNumber(found, unclearSeparators, { unit: currency, max })
    : undefined
  if (explained) {
    report({ code: 'AMBIGUOUS_NUMBER', found, ...explained })
    return undefined
  }
  const read = convertCell(isNumeric ? readAmount(value, rule) : value, cellType)
  if (read !== undefined) {
    const word = explainSpreadsheetWord(read)
    if (word) report({ code: 'SPREADSHEET_ERROR', ...word })
    return read
  }
  const expected = {
    text: 'text',
    number: 'a number, such as 12 or 12.5',
    boolean: 'true or false',
    figure: 'a number such as 12.5, or a range such as 15-20',
  }[cellType!]
  const numbers = expected.startsWith('a number') ? suggestNumbers(found) : undefined
  const signs = currency === undefined ? [] : listCurrencySigns(currency)
  const isForeign = signs[0] && /\p{Sc}/u.test(found.replaceAll(signs[0], ''))
  const fix = isForeign
    ? `Write the amount in ${currency}, without its sign.`
    : numbers
      ? `Write only the number: ${numbers.join('-')}.`
      : cellType === 'figure'
        ? suggestZeroFix(found)
        : undefined
  report({
    code: 'INVALID_CELL',
    message: `"${found}" is not ${expected.split(/,| such/)[0]}.`,
    expected,
    found,
    fix,
  })
  return undefined
}

/** The properties of a cell that is the value of a fact. */
export const toValueType = (unit: string): { cellType: CellType; currency?: string } => ({
  cellType: unit === 'text' ? 'text' : 'figure',
  ...(isCurrency(unit) && { currency: unit }),
})

/** Reads 0,4, $1,200 and 149,99 € as spreadsheets write them. Other currencies than the given one stay. */
function readAmount(cell: unknown, { max, currency, unclearSeparators }: CellRule): unknown {
  if (typeof cell !== 'string' || cellNumberPattern.test(cell)) return cell
  const signs = currency === undefined ? [] : listCurrencySigns(currency)
  const sign = signs.find((each) => cell.includes(each))
  const text = sign === undefined ? '' : cell.replaceAll(sign, '').trim()
  const thousands = /(?<![\d.,])[1-9]\d{0,2}(?:,\d{3})+(?![\d,])/g
  const amount = (text || cell).replace(thousands, (written) => {
    const whole = written.replaceAll(',', '')
    return unclearSeparators.includes(',') || Number(whole) > (max ?? Infinity) ? written : whole
  })
  return readDecimalCommas(amount, max)
}

/** Matches a number as in YAML, but not 1.23E+11, since spreadsheets round what they write so. */
const cellNumberPattern = /^(?!.*E\+\d\d$)[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/
const cellRangePattern = /^(\d+(?:\.\d+)?)\s*[-–]\s*(\d+(?:\.\d+)?)$/

/**
 * Converts a cell to a type. Undefined if this is impossible. Validation checks lists and objects.
 */
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

/**
 * Finds the template node that a path in the filled template comes from, and the remaining path.
 */
export function traceValue(
  template: Template,
  path: Path,
  context: FillContext,
): { template: Template; rest: Path } {
  const [step, ...rest] = path
  if (step === undefined) return { template, rest: [] }
  if (template.kind === 'group') {
    const part = template.entries.find(([name]) => name === String(step))?.[1]
    return part ? traceValue(part, rest, context) : { template, rest: path }
  }
  if (template.kind === 'list') {
    let left = Number(step)
    for (const [index, entry] of template.entries.entries()) {
      const { length } = fillEntry(template, index, { ...context, report: () => {} })
      const { template: part } = entry
      if (left < length)
        return traceValue(part, isSpread(part, context) ? [left, ...rest] : rest, context)
      left -= length
    }
  }
  return { template, rest: path }
}

/** Finds the column whose cell contains `needle`, unless the template itself contains it. */
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
