import { formatProblems } from '../../schema/problems/format-problems.ts'
import { formatCount } from '../../schema/util/format-first-items.ts'
import { localizeCommands } from '../launch/commands.mjs'
import type { Deletion } from './check-deletion.ts'
import type { DeletionResult } from './delete-page.ts'

/** Formats what a deletion has done, and what is left to a person. */
export function formatDeletion(
  { route, redirectTo }: Deletion,
  { changes, links, gone, below, keptDates, newProblems }: DeletionResult,
): string {
  const end =
    redirectTo !== undefined
      ? `and its address redirects to ${redirectTo}, with ${formatCount(links.length, 'link')}.`
      : gone.length > 0
        ? `and ${gone.join(', ')} ${gone.length === 1 ? 'answers' : 'answer'} 410: gone for good.`
        : 'and nothing is at its address: it is not recorded as published.'
  const sections = [
    [
      `${route} is deleted, ${end}`,
      ...changes.map(({ file }) => `  changed ${file}`),
      ...(keptDates === undefined ? [] : ['  changed dates.gen.json']),
    ],
    ...(links.length === 0
      ? []
      : [
          [
            `These links led to ${route}:`,
            ...links.map(({ file, line, from }) => `  ${from ?? 'every page'}  ${file}:${line}`),
          ],
        ]),
    ...(below.length === 0
      ? []
      : [['These pages stay below its address:', ...below.map((page) => `  ${page}`)]]),
    ...(newProblems.length === 0
      ? []
      : [['New warnings:', '', localizeCommands(formatProblems(newProblems))]]),
  ]
  return sections.map((lines) => lines.join('\n')).join('\n\n')
}
