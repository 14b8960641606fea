import { toLedgerFact, type RawPage } from '../resolve/merge-sources.ts'
import type { SourceFile } from '../source/parse-file.ts'
import type { FileLine, Position } from '../source/positions.ts'
import {
  problemInFile,
  type ProblemDetails,
  type Path,
  type SourceLocation,
  type Problem,
} from '../problems/problem.ts'
import type { ProblemCode } from '../problems/problem-codes.ts'
import { slugify } from '../resolve/slugify.ts'
import type { CompiledSet } from './compile-set.ts'
import type { Template } from './compile-template.ts'
import {
  fillSetTemplate,
  findPrintedColumn,
  traceValue,
  type CellProblem,
  type FillContext,
} from './fill-template.ts'
import {
  getCell,
  isEmptyCell,
  locateCell,
  locateRow,
  formatCellValue,
  getRow,
  type ColumnRef,
  type RowIndexes,
} from './row-set.ts'

/** A page of a set as if it were written by hand, or what is wrong with its row. */
export type SetPage = {
  page: RawPage
  source: RowSource
  /** The facts of the page alone, as written. */
  facts: { name: string; raw: Record<string, unknown>; location: SourceLocation }[]
  /** What is wrong with the cells; when there is anything, the page is not whole. */
  problems: Problem[]
}

/**
 * The pages of a set, one row after another. A page depends on its own row, the template and its override alone, so any part
 * of the rows can be expanded by itself.
 * @param from, to which of the selected rows.
 */
export function* expandSet(
  set: CompiledSet,
  from = 0,
  to = set.selected.length,
): Generator<SetPage> {
  for (let index = from; index < to; index++)
    yield expandRow(set, getRow(set.rows, set.selected[index]!))
}

function expandRow(set: CompiledSet, row: RowIndexes): SetPage {
  const found: CellProblem[] = []
  const { route, problems: ofRoute } = fillRoute(set, row)
  // A cell may fill several places; what is wrong with it is said once.
  const isKnown = ({ code, column: { name } }: CellProblem) =>
    found.some((other) => other.code === code && other.column.name === name) ||
    ofRoute.some(([column, other]) => other === code && column.name === name)
  const filling: FillContext = {
    rows: set.rows,
    row,
    report: (problem) => void (isKnown(problem) || found.push(problem)),
  }
  const template = set.overrides.get(route) ?? set.template
  const source = new RowSource(set, row, route, template)
  const raw = fillSetTemplate(template, filling) as RawPage['raw']
  const facts = [...set.facts]
    .map(([name, fact]) => ({
      name,
      raw: fillSetTemplate(fact, filling) as Record<string, unknown>,
      location: { source, path: ['facts', name] },
    }))
    // A fact whose cell may be empty, and is.
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
      ...ofRoute.map((problem) => source.problemAtCell(...problem)),
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
    const shown = typeof value === 'object' ? 'A list or a group' : `"${String(value)}"`
    if (isEmptyCell(value))
      problems.push([
        part,
        'EMPTY_CELL',
        `The cell "${part.name}" is empty, and the address is made of it.`,
        {},
      ])
    else if (!/^[a-z0-9-]+$/.test(slug)) {
      const details = {
        expected: 'words of Latin letters and digits',
        found: shown.replaceAll('"', ''),
        fix: 'Add a column with the address in Latin letters, and name that in the route.',
      }
      problems.push([part, 'BAD_ROUTE', `${shown} cannot be part of an address.`, details])
    }
    return slug
  })
  return { route: steps.join(''), problems }
}

/** Stands for the file that a page of a set would have, had it been written by hand: a path in it leads to the template or to a cell. */
export class RowSource implements SourceFile {
  readonly problems: Problem[] = []
  readonly possibleNames = new Set<string>()

  constructor(
    readonly set: CompiledSet,
    readonly row: RowIndexes,
    readonly route: string,
    readonly template: Template,
  ) {}

  get file(): string {
    return this.set.location.source.file
  }

  get value(): undefined {
    return undefined
  }

  /** @param path below `pages` and the route, or below `facts` and the name of one of the row's facts. */
  locate(
    [kind, name, ...path]: Path,
    target: 'key' | 'value' = 'value',
    needle?: string,
  ): Position {
    const top = kind === 'facts' ? this.set.facts.get(String(name))! : this.template
    const filling = this.createFillContext()
    if (path.length === 0 && kind !== 'facts') return this.locateInTemplate(this.set.location)
    const { template, rest } = traceValue(top, path, filling)
    const inText = needle === undefined ? undefined : findPrintedColumn(template, needle, filling)
    const column = template.kind === 'cell' ? template.cited.column : inText
    if (column)
      return {
        ...locateCell(this.set.rows, this.row, column, rest, needle),
        setOrigin: this.createSetOrigin(template.location, true),
      }
    return this.locateInTemplate(
      { ...template.location, path: [...template.location.path, ...rest], target },
      needle,
    )
  }

  /** A problem of one of the row's cells. @param template the part of the template that it fills; the set as a whole when left out. */
  problemAtCell(
    column: ColumnRef,
    code: ProblemCode,
    message: string,
    details: ProblemDetails = {},
    template: SourceLocation = this.set.location,
  ): Problem {
    const position = locateCell(this.set.rows, this.row, column)
    return {
      ...problemInFile(position.file!, code, message, details),
      ...position,
      file: position.file!,
      setOrigin: this.createSetOrigin(template, true),
    }
  }

  /** A problem of the last of the cells that the address is made of. */
  problemAtRouteCell(code: ProblemCode, message: string, details: ProblemDetails): Problem {
    const column = this.set.route.filter((part) => typeof part !== 'string').at(-1)!
    return this.problemAtCell(column as ColumnRef, code, message, details)
  }

  /** Where the row of another page of this set stands: in the table where it differs from this one's, or the last. */
  locateOtherRow(other: RowSource): FileLine {
    const lines = locateRow(this.set.rows, other.row)
    const differs = this.row.findLastIndex((index, table) => index !== other.row[table])
    return lines[differs] ?? lines.at(-1)!
  }

  toCellProblem({ column, template, code, message, expected, found }: CellProblem): Problem {
    return this.problemAtCell(
      column,
      code,
      message,
      { ...(expected !== undefined && { expected }), ...(found !== undefined && { found }) },
      template.location,
    )
  }

  private createFillContext(): FillContext {
    return { rows: this.set.rows, row: this.row, report: () => {} }
  }

  private locateInTemplate(location: SourceLocation, needle?: string): Position {
    return {
      ...location.source.locate(location.path, location.target, needle),
      setOrigin: this.createSetOrigin(location, false),
    }
  }

  private createSetOrigin(
    { source, path, target }: SourceLocation,
    inRow: boolean,
  ): Position['setOrigin'] {
    const { line, column } = source.locate(path, target)
    return {
      route: this.route,
      template: { file: source.file, line, column },
      rows: locateRow(this.set.rows, this.row),
      inRow,
    }
  }
}
