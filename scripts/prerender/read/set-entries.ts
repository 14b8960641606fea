import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** So many pages are made in one go: a worker is told seldom, and all workers end at about the same time. */
export const entriesPerChunk = 50

/** Keeps the entries of a set, a line of JSON for each, under their hash. All of them or none. */
export function writeSetEntries(folder: string, hash: string, lines: string[]): void {
  const target = join(folder, hash)
  if (existsSync(target)) return
  const making = `${target}-${process.pid}.tmp`
  mkdirSync(making, { recursive: true })
  for (let first = 0; first < lines.length; first += entriesPerChunk) {
    writeFileSync(
      join(making, `${first / entriesPerChunk}.jsonl`),
      lines.slice(first, first + entriesPerChunk).join('\n'),
    )
  }
  try {
    renameSync(making, target)
  } catch {
    // Another build was first.
    rmSync(making, { recursive: true, force: true })
  }
}

/** @param chunk of `perChunk` entries, from 0. */
export function readSetEntries(folder: string, hash: string, chunk: number): string[] {
  return readFileSync(join(folder, hash, `${chunk}.jsonl`), 'utf8').split('\n')
}
