import type { Problem } from './types.ts'
import type { Path, Position } from './position.ts'

/** A parsed file: its value, and the source locations of its nodes. */
export type SourceFile = {
  file: string
  value: unknown
  problems: Problem[]
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
  /** The names that a file which could not be parsed may define: all text before a colon. */
  possibleNames: string[]
  /**
   * Returns the source bytes of an entry of a section such as `pages`. Undefined if entries may
   * depend on each other, for example through aliases.
   */
  entryBytes?(section: string, name: string): Uint8Array | undefined
}

/** A location in a parsed file: the path of a node, and whether its key or its value is meant. */
export type SourceLocation = { source: SourceFile; path: Path; target?: 'key' | 'value' }
