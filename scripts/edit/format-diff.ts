import { structuredPatch } from 'diff'
import type { FileChange } from './text-edits.ts'

/** Formats changes as a unified diff without context. */
export const formatDiff = (changes: FileChange[]): string => changes.map(formatFileDiff).join('\n')

function formatFileDiff({ file, before, after }: FileChange): string {
  const { hunks } = structuredPatch(file, file, before, after, '', '', { context: 0 })
  return [
    `--- ${file}`,
    `+++ ${file}`,
    ...hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
      `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
      // Not the note that a file has no newline at its end.
      ...lines.filter((line) => !line.startsWith('\\')).map((line) => line.replace(/\r$/, '')),
    ]),
  ].join('\n')
}
