import type { SourceLine } from './read-lines.ts'

/** A column at which a line may continue a map or list that is still open. */
export type OpenLevel = {
  column: number
  kind: 'key' | 'dash'
  /** The index of the last line with an entry in this column. */
  line: number
}

/** Lists the maps and lists that are open before a line, innermost last. */
export function listOpenLevels(lines: SourceLine[], before: number): OpenLevel[] {
  const levels: OpenLevel[] = []
  for (const [index, line] of lines.slice(0, before).entries()) {
    if (line.kind !== 'code') continue
    while (levels.length > 0 && levels.at(-1)!.column > line.indent) levels.pop()
    const open = (column: number, kind: OpenLevel['kind']) => {
      const same = levels.findIndex((level) => level.column === column && level.kind === kind)
      if (same !== -1) levels.length = same
      levels.push({ column, kind, line: index })
    }
    for (const column of line.dashes) open(column, 'dash')
    if (line.key !== undefined) open(line.content, 'key')
  }
  return levels
}

/** Whether a line is a key whose value is on the lines below. */
export const opensBlock = ({ key, value, kind }: SourceLine): boolean =>
  kind === 'code' && key !== undefined && (value === '' || value.startsWith('#'))
