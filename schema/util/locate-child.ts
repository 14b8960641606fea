import type { Path } from '../source/position-types.ts'
import type { SourceLocation } from '../source/types.ts'

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
