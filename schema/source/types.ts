import type { Problem } from '../problems/types.ts'
import type { Path, Position } from './position-types.ts'

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
  /**
   * Whether problems get only their place, and `locateProblem` is called for those that are printed:
   * to locate one, the file is parsed again.
   */
  isLocatedLater?: boolean
  /** All names before a colon in a file that could not be parsed: it may define these. */
  possibleNames: Set<string>
  /**
   * Returns the source bytes of an entry of a section such as `pages`. Undefined if entries may
   * depend on each other, for example by aliases.
   */
  entryBytes?(section: string, name: string): Uint8Array | undefined
}

/**
 * A location in a parsed file: keys and indexes from the root, and whether key or value is meant.
 */
export type SourceLocation = { source: SourceFile; path: Path; target?: 'key' | 'value' }
