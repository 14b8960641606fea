import { realpath } from 'node:fs/promises'
import { readSourceBytes } from './text/source-bytes.ts'

/**
 * Serializes a map as JSON with one entry per line, sorted, so that changes to different pages do
 * not conflict.
 */
export function serializeEntries(entries: Record<string, unknown>): string {
  const lines = Object.entries(entries)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, entry]) => `  ${JSON.stringify(key)}: ${JSON.stringify(entry)}`)
  return lines.length === 0 ? '{}\n' : `{\n${lines.join(',\n')}\n}\n`
}

/**
 * Reads the text of a file that `serializeEntries` wrote. For a missing file, the text has no
 * entries; for a file that cannot be read, it is empty.
 */
export async function readEntriesText(file: string): Promise<string> {
  try {
    return readSourceBytes(await realpath(file)).toString()
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? '{}' : ''
  }
}
