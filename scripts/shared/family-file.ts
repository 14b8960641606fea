import type { MergedSite } from '../../schema/resolve/merge-sources.ts'
import { groupBy } from '../../schema/util/group-by.ts'

/** The file in which most of some entries are. */
export function findFamilyFile(
  entries: { location: { source: { file: string } } }[],
): string | undefined {
  const files = groupBy(entries, ({ location }) => location.source.file)
  return [...files].sort(([, a], [, b]) => b.length - a.length)[0]?.[0]
}

/** The file to which a new fact is added: that with most facts. */
export const findLedgerFile = ({ facts, main }: MergedSite): string =>
  findFamilyFile(
    [...facts.values()].filter(({ location }) => /\.ya?ml$/.test(location.source.file)),
  ) ?? main.file
