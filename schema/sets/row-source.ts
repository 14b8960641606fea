import { problemInFile, type Problem } from '../problems/problem.ts'
import type { FileLine, Position, Path, SourceFile, SourceLocation } from '../problems/location.ts'
import type { CompiledSet } from './compile-set.ts'
import {
  findPrintedColumn,
  traceValue,
  type CellProblem,
  type FillContext,
} from './fill-template.ts'
import type { Page } from '../merge/merge-sources.ts'
import { locateRow, type ColumnRef, type RowIndexes } from './row-set.ts'
import type { CellMessage, Table } from '../tables/table.ts'
import type { Template } from './template.ts'

/**
 * The source of a page in a set, with paths as in a handwritten page. It locates a path in the
 * template or in a cell.
 */
export class RowSource implements SourceFile {
  constructor(
    readonly set: CompiledSet,
    readonly row: RowIndexes,
    readonly route: string,
    readonly template: Template,
  ) {}

  get file(): string {
    return this.set.location.source.file
  }

  /**
   * @param path starts with `pages` and the route, or with `facts` and the name of a fact in the
   * set
   */
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
        ...this.findTable(column).locate(this.row[column.table]!, column.index, rest, needle),
        setOrigin: this.createSetOrigin(template.location, true),
      }
    return this.locateInTemplate(
      { ...template.location, path: [...template.location.path, ...rest], target },
      needle,
    )
  }

  /** Creates a problem of a cell in this row. */
  problemAtCell({ column, location, code, message, ...details }: CellProblem): Problem {
    const table = this.findTable(column)
    const place = [this.row[column.table]!, column.index] as const
    const position = table.locate(...place)
    return {
      ...problemInFile(position.file!, code, message, details),
      ...position,
      file: position.file!,
      setOrigin: { ...this.createSetOrigin(location, true)!, cell: table.findPath(...place) },
    }
  }

  /**
   * Creates a problem of a cell in the route: the last one.
   * @param other another page of this set; prefers a cell of the last table in which the two rows
   * differ
   */
  problemAtRouteCell(problem: CellMessage, other?: RowSource): Problem {
    const columns = this.set.route.filter((part) => typeof part !== 'string')
    const differing = other && this.findDifferingTable(other)
    const column = columns.findLast(({ table }) => table === differing) ?? columns.at(-1)!
    return this.problemAtCell({ ...problem, column, location: this.set.location })
  }

  /**
   * Locates the row of another page of this set, in the last table in which the two rows differ.
   */
  locateOtherRow(other: RowSource): FileLine {
    const lines = locateRow(this.set.rows, other.row)
    return lines[this.findDifferingTable(other)] ?? lines.at(-1)!
  }

  private findDifferingTable(other: RowSource): number {
    return this.row.findLastIndex((index, table) => index !== other.row[table])
  }

  private findTable({ table }: ColumnRef): Table {
    return this.set.rows.tables[table]!.table
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

/** The row of a page of a set. */
export const findRowSource = ({ location: { source } }: Page): RowSource | undefined =>
  source instanceof RowSource ? source : undefined
