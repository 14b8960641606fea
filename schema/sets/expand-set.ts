import { readFact, type RawPage } from '../merge-sources.ts'
import type { SourceFile } from '../parse-file.ts'
import type { FileLine, Position } from '../positions.ts'
import { problemInFile, type Details, type Path, type Place, type Problem } from '../problem.ts'
import type { Code } from '../codes.ts'
import { slugOf } from '../slug.ts'
import type { CompiledSet } from './compile-set.ts'
import type { Template } from './compile-template.ts'
import {
  fillTemplate,
  findColumnOf,
  traceValue,
  type CellProblem,
  type Filling,
} from './fill-template.ts'
import {
  cellOf,
  isEmpty,
  locateCell,
  locateRow,
  printValue,
  rowAt,
  type Column,
  type Row,
} from './row-set.ts'

/** A page of a set as if it were written by hand, or what is wrong with its row. */
export type MadePage = {
  page: RawPage
  source: RowSource
  /** The facts of the page alone, as written. */
  facts: { name: string; raw: Record<string, unknown>; place: Place }[]
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
): Generator<MadePage> {
  for (let index = from; index < to; index++)
    yield expandRow(set, rowAt(set.rows, set.selected[index]!))
}

function expandRow(set: CompiledSet, row: Row): MadePage {
  const found: CellProblem[] = []
  const { route, problems: ofRoute } = fillRoute(set, row)
  // A cell may fill several places; what is wrong with it is said once.
  const isKnown = ({ code, column: { name } }: CellProblem) =>
    found.some((other) => other.code === code && other.column.name === name) ||
    ofRoute.some(([column, other]) => other === code && column.name === name)
  const filling: Filling = {
    rows: set.rows,
    row,
    report: (problem) => void (isKnown(problem) || found.push(problem)),
  }
  const template = set.overrides.get(route) ?? set.template
  const source = new RowSource(set, row, route, template)
  const raw = fillTemplate(template, filling) as RawPage['raw']
  const facts = [...set.facts]
    .map(([name, fact]) => ({
      name,
      raw: fillTemplate(fact, filling) as Record<string, unknown>,
      place: { source, path: ['facts', name] },
    }))
    // A fact whose cell may be empty, and is.
    .filter(({ raw: entry }) => 'value' in entry || 'readings' in entry)
  return {
    page: {
      route,
      raw,
      place: { source, path: ['pages', route], part: 'key' },
      ...(facts.length > 0 && {
        facts: new Map(
          facts.map(({ name, raw: entry, place }) => [name, readFact(name, entry, place, [])]),
        ),
      }),
      names: set.route.flatMap((part) =>
        typeof part === 'string' ? [] : [printValue(cellOf(set.rows, row, part) ?? '')],
      ),
    },
    source,
    facts,
    problems: [
      ...ofRoute.map((problem) => source.problemAtCell(...problem)),
      ...found.map((problem) => source.describeCell(problem)),
    ],
  }
}

type CellProblemArguments = [
  column: Column,
  code: Code,
  message: string,
  details: Details,
  template?: Place,
]

function fillRoute(
  { route, rows }: CompiledSet,
  row: Row,
): { route: string; problems: CellProblemArguments[] } {
  const problems: CellProblemArguments[] = []
  const steps = route.map((part) => {
    if (typeof part === 'string') return part
    const value = cellOf(rows, row, part)
    const slug = typeof value === 'object' ? '' : slugOf(String(value ?? ''))
    const shown = typeof value === 'object' ? 'A list or a group' : `"${String(value)}"`
    if (isEmpty(value))
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
        mend: 'Add a column with the address in Latin letters, and name that in the route.',
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
    readonly row: Row,
    readonly route: string,
    readonly template: Template,
  ) {}

  get file(): string {
    return this.set.place.source.file
  }

  get value(): undefined {
    return undefined
  }

  /** @param path below `pages` and the route, or below `facts` and the name of one of the row's facts. */
  locate([kind, name, ...path]: Path, part: 'key' | 'value' = 'value', needle?: string): Position {
    const top = kind === 'facts' ? this.set.facts.get(String(name))! : this.template
    const filling = this.fillingOf()
    if (path.length === 0 && kind !== 'facts') return this.placeOf(this.set.place)
    const { template, rest } = traceValue(top, path, filling)
    const inText = needle === undefined ? undefined : findColumnOf(template, needle, filling)
    const column = template.kind === 'cell' ? template.cited.column : inText
    if (column)
      return {
        ...locateCell(this.set.rows, this.row, column, rest, needle),
        made: this.madeOf(template.place, true),
      }
    return this.placeOf(
      { ...template.place, path: [...template.place.path, ...rest], part },
      needle,
    )
  }

  /** A problem of one of the row's cells. @param template the part of the template that it fills; the set as a whole when left out. */
  problemAtCell(
    column: Column,
    code: Code,
    message: string,
    details: Details = {},
    template: Place = this.set.place,
  ): Problem {
    const position = locateCell(this.set.rows, this.row, column)
    return {
      ...problemInFile(position.file!, code, message, details),
      ...position,
      file: position.file!,
      made: this.madeOf(template, true),
    }
  }

  /** A problem of the last of the cells that the address is made of. */
  problemAtAddress(code: Code, message: string, details: Details): Problem {
    const column = this.set.route.filter((part) => typeof part !== 'string').at(-1)!
    return this.problemAtCell(column as Column, code, message, details)
  }

  /** Where the row of another page of this set stands: in the table where it differs from this one's, or the last. */
  rowOf(other: RowSource): FileLine {
    const lines = locateRow(this.set.rows, other.row)
    const differs = this.row.findLastIndex((index, table) => index !== other.row[table])
    return lines[differs] ?? lines.at(-1)!
  }

  describeCell({ column, template, code, message, expected, found }: CellProblem): Problem {
    return this.problemAtCell(
      column,
      code,
      message,
      { ...(expected !== undefined && { expected }), ...(found !== undefined && { found }) },
      template.place,
    )
  }

  private fillingOf(): Filling {
    return { rows: this.set.rows, row: this.row, report: () => {} }
  }

  private placeOf(place: Place, needle?: string): Position {
    return {
      ...place.source.locate(place.path, place.part, needle),
      made: this.madeOf(place, false),
    }
  }

  private madeOf({ source, path, part }: Place, inRow: boolean): Position['made'] {
    const { line, column } = source.locate(path, part)
    return {
      route: this.route,
      template: { file: source.file, line, column },
      rows: locateRow(this.set.rows, this.row),
      inRow,
    }
  }
}
