import { toLedgerFact } from '../facts/to-ledger-fact.ts'
import type { Page } from '../merge/merge-sources.ts'
import type { ProblemCode } from '../problems/problem-codes.ts'
import { slugify } from '../util/slugify.ts'
import { findLongSegment, maxSegmentLength } from '../validate/explain-long-route.ts'
import type { CompiledSet } from './compile-set.ts'
import { fillSetTemplate, type CellProblem, type FillContext } from './fill-template.ts'
import { getCell, getRow, type ColumnRef, type RowIndexes } from './row-set.ts'
import { RowSource } from './row-source.ts'
import type { SourceLocation } from '../problems/source-file.ts'
import type { ProblemDetails, Problem } from '../problems/types.ts'
import { explainSpreadsheetWord, formatCellValue, isEmptyCell } from '../tables/cells.ts'

/** A page of a set, in the form of a handwritten page. */
export type SetPage = {
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
  const { route, problems: routeProblems } = fillRoute(set, row)
  // A cell may be used several times, but its problem is reported once.
  const isKnown = ({ code, column: { name } }: CellProblem) =>
    found.some((other) => other.code === code && other.column.name === name) ||
    routeProblems.some(([column, other]) => other === code && column.name === name)
  const filling: FillContext = {
    rows: set.rows,
    row,
    report: (problem) => void (isKnown(problem) || found.push(problem)),
  }
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
    problems: [
      ...routeProblems.map((problem) => source.problemAtCell(...problem)),
      ...found.map((problem) => source.toCellProblem(problem)),
    ],
  }
}

type CellProblemArguments = [
  column: ColumnRef,
  code: ProblemCode,
  message: string,
  details: ProblemDetails,
  template?: SourceLocation,
]

function fillRoute(
  { route, rows }: CompiledSet,
  row: RowIndexes,
): { route: string; problems: CellProblemArguments[] } {
  const problems: CellProblemArguments[] = []
  const steps = route.map((part) => {
    if (typeof part === 'string') return part
    const value = getCell(rows, row, part)
    const slug = typeof value === 'object' ? '' : slugify(String(value ?? ''))
    const formatted = typeof value === 'object' ? 'A list or a group' : `"${String(value)}"`
    if (isEmptyCell(value))
      problems.push([
        part,
        'EMPTY_CELL',
        `The cell "${part.name}" is empty, but the route needs it.`,
        {},
      ])
    else if (!/^[a-z0-9-]+$/.test(slug)) {
      const details = {
        expected: 'letters from A to Z, with or without accents, and digits',
        found: formatted.replaceAll('"', ''),
        fix: 'Add a column with the name in letters from A to Z, and use that in the route.',
      }
      problems.push([part, 'INVALID_ROUTE', `${formatted} cannot be part of a route.`, details])
    }
    const word = explainSpreadsheetWord(value)
    if (word) {
      const { message, ...details } = word
      problems.push([part, 'SPREADSHEET_ERROR', message, details])
    }
    return slug
  })
  const filled = steps.join('')
  const tooLong = findLongSegment(filled)
  const column = route.findLast((part) => typeof part !== 'string')
  if (tooLong !== undefined && column) {
    const details = {
      expected: `at most ${maxSegmentLength} characters between slashes`,
      found: `${tooLong.length} characters`,
      fix: 'Add a column with a shorter name, and use that in the route.',
    }
    problems.push([column, 'INVALID_ROUTE', 'This cell makes the route too long.', details])
  }
  return { route: filled, problems }
}
