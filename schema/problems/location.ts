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

/** A file as far as what is written in it can be located. */
export type SourceFile = {
  file: string
  /** What it contains, once it is parsed as a whole. */
  value?: unknown
  /**
   * Finds the position of the value or key at `path`.
   * @param needle narrows the position to this part of the text, if the text contains it
   */
  locate(path: Path, target?: 'key' | 'value', needle?: string): Position
  /** Converts a path to that in the file, if some of what is written there is left out. */
  toFilePath?(path: Path): Path
  /**
   * Whether problems have a `pendingLocation` instead of a line and column. `locateProblem` is then
   * called only for problems that are printed, since it parses the file again.
   */
  isLocatedLater?: boolean
}

/** A location in a parsed file: the path of a node, and whether its key or its value is meant. */
export type SourceLocation = { source: SourceFile; path: Path; target?: 'key' | 'value' }

/** Returns the location of a value below another location, without a target. */
export const locateChild = ({ source, path }: SourceLocation, ...steps: Path): SourceLocation => ({
  source,
  path: [...path, ...steps],
})

/** Returns the location of the key of a value below another location, or of its own key. */
export const locateKey = (location: SourceLocation, ...steps: Path): SourceLocation => ({
  ...locateChild(location, ...steps),
  target: 'key',
})

/** Wraps a source so that paths below `base` are converted before they are located. */
export const convertPaths = (
  source: SourceFile,
  base: Path,
  change: (path: Path) => Path,
): SourceFile => {
  const convert = (path: Path) =>
    base.every((step, index) => path[index] === step)
      ? [...base, ...change(path.slice(base.length))]
      : path
  return {
    file: source.file,
    value: source.value,
    toFilePath: (path) => source.toFilePath?.(convert(path)) ?? convert(path),
    locate: (path, ...rest) => source.locate(convert(path), ...rest),
  }
}

/**
 * Finds the file and the line of a location. For pages of a set, that is in the template or a cell.
 * @param needle narrows the location to this part of a text with several lines
 */
export function toFileLine({ source, path, target }: SourceLocation, needle?: string): FileLine {
  const { line, file = source.file } = source.locate(path, target, needle)
  return { file, line }
}

/** Formats where something is written: `pages/a.yaml:12`, or the file alone if no line is known. */
export const formatFileLine = ({ file, line }: { file: string; line?: number }): string =>
  line === undefined ? file : `${file}:${line}`

/** Formats a location as an editor opens it: `pages/a.yaml:12:5`. */
export const formatPosition = ({
  column,
  ...at
}: {
  file: string
  line?: number
  column?: number
}): string => `${formatFileLine(at)}${column === undefined ? '' : `:${column}`}`
