import type { FileChange } from './text-edits.ts'

/** Formats changes as a unified diff without context. */
export const formatDiff = (changes: FileChange[]): string => changes.map(formatFileDiff).join('\n')

function formatFileDiff({ file, before, after }: FileChange): string {
  const [old, now] = [before, after].map((text) => text.split('\n')) as [string[], string[]]
  const lines = [`--- ${file}`, `+++ ${file}`]
  let [at, to] = [0, 0]
  while (at < old.length || to < now.length) {
    if (at < old.length && to < now.length && old[at] === now[to]) {
      at++
      to++
      continue
    }
    const [removed, added] = findNextCommonLine(old, now, at, to)
    lines.push(
      `@@ -${at + 1},${removed} +${to + 1},${added} @@`,
      ...old.slice(at, at + removed).map((line) => `-${line}`),
      ...now.slice(to, to + added).map((line) => `+${line}`),
    )
    at += removed
    to += added
  }
  return lines.map((line) => line.replace(/\r$/, '')).join('\n')
}

/** How many lines to search for the next equal line. Edits are small. */
const maxDistance = 200

/** @returns the number of lines to skip in both texts until they are the same again. */
function findNextCommonLine(
  old: string[],
  now: string[],
  at: number,
  to: number,
): [removed: number, added: number] {
  for (let distance = 1; distance <= maxDistance; distance++)
    for (let removed = distance; removed >= 0; removed--) {
      const [left, right] = [old[at + removed], now[to + distance - removed]]
      if (left !== undefined && left === right) return [removed, distance - removed]
    }
  return [old.length - at, now.length - to]
}
