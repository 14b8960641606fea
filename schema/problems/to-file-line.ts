import type { FileLine } from './position.ts'
import type { SourceLocation } from './source-file.ts'

/**
 * Finds the file and the line of a location. For pages of a set, that is in the template or a cell.
 * @param needle narrows the location to this part of a text with several lines
 */
export function toFileLine({ source, path, target }: SourceLocation, needle?: string): FileLine {
  const { line, file = source.file } = source.locate(path, target, needle)
  return { file, line }
}

/** Formats the file and the line of a location: `pages/a.yaml:12`. */
export function formatFileLine(location: SourceLocation): string {
  const { file, line } = toFileLine(location)
  return `${file}:${line}`
}
