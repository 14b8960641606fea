import type { Site } from '../../schema/merge/merge-sources.ts'
import { rankByCount } from '../../schema/util/group-by.ts'

/** The file in which most of some entries are. */
export function findFamilyFile(
  entries: { location: { source: { file: string } } }[],
): string | undefined {
  return rankByCount(entries.map(({ location }) => location.source.file))[0]?.item
}

/** The file to which a new fact is added: that with most facts. */
export const findLedgerFile = ({ facts, main }: Site): string =>
  findFamilyFile(
    [...facts.values()].filter(({ location }) => /\.ya?ml$/.test(location.source.file)),
  ) ?? main.file
