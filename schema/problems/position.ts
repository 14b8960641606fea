/** A path in a parsed file: keys and indexes from the root. */
export type Path = (string | number)[]

/** A position in a file. Lines and columns start at 1. */
export type Position = {
  line: number
  column: number
  endColumn: number
  excerpt: string
  /**
   * The file of the position, if it is another one: pages of sets come from a template and a row.
   */
  file?: string
  setOrigin?: SetOrigin
}

/**
 * The origin of a page of a set: a location in its template, and a row of each table.
 * @property inRow whether the problem is in a cell
 * @property cell the path of a cell, which its row may lack
 */
export type SetOrigin = {
  route: string
  template: FileLine & { column: number }
  rows: FileLine[]
  inRow: boolean
  cell?: Path
}

export type FileLine = { file: string; line: number }

/** Turns offsets in a file into lines and columns. */
export type OffsetLocator = (start: number, end: number) => Position
