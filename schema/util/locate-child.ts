import type { Path } from '../source/position-types.ts'
import type { SourceLocation } from '../source/types.ts'

/** Returns the location of a value below another location, without a target. */
export const locateChild = ({ source, path }: SourceLocation, ...steps: Path): SourceLocation => ({
  source,
  path: [...path, ...steps],
})
