import { localizeCommands } from '../launch/commands.mjs'
import { formatProblems } from '../../schema/problems/format-problems.ts'
import type { RenameResult } from './rename-page.ts'
import { formatCount } from '../../schema/util/format-first-items.ts'

/** Formats what a rename has done, and what is left to a person. */
export function formatRename(
  [from, to]: [from: string, to: string],
  {
    changes,
    linkCount,
    redirects,
    isUnpublished,
    computed,
    below,
    keptDates,
    newProblems,
  }: RenameResult,
): string {
  const places = computed.map(({ file, line }) => `  ${file}:${line}`)
  const sections = [
    [
      `${from} is now ${to}, with ${formatCount(linkCount, 'link')}${redirects ? ' and an alias for the old address' : ''}.`,
      ...changes.map(({ file }) => `  changed ${file}`),
      ...(keptDates === undefined
        ? []
        : [`  changed dates.gen.json: moving a page and its links does not change a date`]),
    ],
    redirects
      ? []
      : isUnpublished
        ? [`${from} was never published, so it needs no alias.`]
        : [`It is a planned page, which has no aliases: nothing is at ${from} any longer.`],
    places.length === 0
      ? []
      : ['A template puts these links together. They lead to the alias:', ...places],
    below.length === 0
      ? []
      : ['These pages stay below the old address:', ...below.map((route) => `  ${route}`)],
    newProblems.length === 0
      ? []
      : ['New warnings:', '', localizeCommands(formatProblems(newProblems))],
  ]
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')
}
