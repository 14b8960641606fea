import { formatProblems } from '../../../schema/problems/format-problems.ts'
import { formatCount } from '../../../schema/util/format-first-items.ts'
import type { CheckedChanges } from '../write-checked-changes.ts'
import { localizeCommands } from '../../launch/commands.mjs'
import { joinSections } from '../../report/print-text.ts'
import { type Deletion, type DeletionResult, formatLinkPlace } from './delete-page.ts'
import type { RenameResult } from './rename-page.ts'
import { formatFileLine } from '../../../schema/problems/location.ts'

/** Formats what a rename has done, and what is left to a person. */
export function formatRename([from, to]: [from: string, to: string], result: RenameResult): string {
  const { linkCount, redirects, isUnpublished, computed } = result
  const alias = redirects ? ' and an alias for the old address' : ''
  const places = computed.map((link) => `  ${formatFileLine(link)}`)
  return formatPageChange(
    from,
    `${from} is now ${to}, with ${formatCount(linkCount, 'link')}${alias}.`,
    [
      redirects
        ? []
        : isUnpublished
          ? [`${from} was never published, so it needs no alias.`]
          : [`It is a planned page, which has no aliases: nothing is at ${from} any longer.`],
      places.length === 0
        ? []
        : ['A template puts these links together. They lead to the alias:', ...places],
    ],
    result,
  )
}

/** Formats what a deletion has done, and what is left to a person. */
export function formatDeletion({ route, redirectTo }: Deletion, result: DeletionResult): string {
  const { links, gone } = result
  const end =
    redirectTo !== undefined
      ? `and its address redirects to ${redirectTo}, with ${formatCount(links.length, 'link')}.`
      : gone.length > 0
        ? `and ${gone.join(', ')} ${gone.length === 1 ? 'answers' : 'answer'} 410: gone for good.`
        : 'and nothing is at its address: it is not recorded as published.'
  const places = links.map(formatLinkPlace)
  const sections = [places.length === 0 ? [] : [`These links led to ${route}:`, ...places]]
  return formatPageChange(route, `${route} is deleted, ${end}`, sections, result)
}

type PageChange = CheckedChanges & { changes: { file: string }[]; below: string[] }

function formatPageChange(
  route: string,
  summary: string,
  sections: string[][],
  { changes, below, keptDates, newProblems }: PageChange,
): string {
  return joinSections([
    [
      summary,
      ...changes.map(({ file }) => `  changed ${file}`),
      ...(keptDates === undefined
        ? []
        : ['  changed dates.gen.json: the date of a page stays when only its links change']),
    ],
    ...sections,
    below.length === 0
      ? []
      : [`These pages stay below ${route}:`, ...below.map((page) => `  ${page}`)],
    newProblems.length === 0
      ? []
      : ['New warnings:', '', localizeCommands(formatProblems(newProblems))],
  ])
}
