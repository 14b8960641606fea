import type { Path } from './position.ts'
import type { SourceFile, SourceLocation } from './source-file.ts'

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
    problems: source.problems,
    possibleNames: source.possibleNames,
    toFilePath: (path) => source.toFilePath?.(convert(path)) ?? convert(path),
    locate: (path, ...rest) => source.locate(convert(path), ...rest),
  }
}
