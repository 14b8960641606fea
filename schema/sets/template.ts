import type { Problem } from '../problems/problem.ts'
import type { SourceLocation } from '../problems/location.ts'
import type { CitedColumn } from './parse-columns.ts'
import type { ColumnRef, RowSet } from './row-set.ts'
import type { Condition } from './select-rows.ts'

/** The type to convert a cell to: in CSV, all cells are text. A figure is a number or a range. */
export type CellType = 'text' | 'number' | 'boolean' | 'figure'

export type ResolvedColumn = CitedColumn & { column: ColumnRef }

/**
 * A template that is ready to fill with rows. Each node has its source location. A node without
 * columns is a constant, whose value all pages share. `max` is the largest number allowed in a cell,
 * and `currency` that of a price.
 */
export type Template = { location: SourceLocation } & (
  | { kind: 'constant'; value: unknown }
  | { kind: 'text'; parts: (string | ResolvedColumn)[]; written: string }
  | {
      kind: 'cell'
      cited: ResolvedColumn
      cellType?: CellType
      max?: number
      currency?: string
      spread: boolean
    }
  | { kind: 'list'; entries: { template: Template; where: Condition[] }[] }
  | { kind: 'group'; entries: [name: string, template: Template][] }
)

/** A value as written, with its location. */
export type WrittenValue = { value: unknown; location: SourceLocation }

export type CompileContext = {
  rows: RowSet
  problems: Problem[]
  /** Whether a name is the name of a fact that the pages of the set can cite. */
  isFact: (name: string) => boolean
  /** Names the facts of a row as other pages cite them. */
  nameFacts?: (text: string, format: string | undefined) => string
}
