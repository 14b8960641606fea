import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The number of pages in one render job. Large enough to keep the messages to workers few, small
 * enough that all workers finish at about the same time.
 */
export const entriesPerChunk = 50

/**
 * Stores the entries of a set under their hash, atomically.
 * @param lines One line of JSON for each entry.
 */
export function writeSetEntries(folder: string, hash: string, lines: string[]): void {
  const target = join(folder, hash)
  if (existsSync(target)) return
  const temporary = `${target}-${process.pid}.tmp`
  mkdirSync(temporary, { recursive: true })
  for (let first = 0; first < lines.length; first += entriesPerChunk) {
    writeFileSync(
      join(temporary, `${first / entriesPerChunk}.jsonl`),
      lines.slice(first, first + entriesPerChunk).join('\n'),
    )
  }
  try {
    renameSync(temporary, target)
  } catch {
    // A concurrent build has stored the same entries.
    rmSync(temporary, { recursive: true, force: true })
  }
}

/**
 * Reads a chunk of the stored entries of a set.
 * @param chunk The index of a chunk of `entriesPerChunk` entries, from 0.
 * @returns One line of JSON for each entry.
 */
export function readSetEntries(folder: string, hash: string, chunk: number): string[] {
  return readFileSync(join(folder, hash, `${chunk}.jsonl`), 'utf8').split('\n')
}
