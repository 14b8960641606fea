import type { PageSummary } from '../../schema/resolve/page-summary.ts'

/**
 * A page that lists all towns repeats their facts, so a few other pages may print a local fact,
 * too.
 */
const maxOtherPages = 3

/**
 * Lists the facts that belong to each page: those of its own row, and those of the ledger that at
 * most three other pages print.
 * @param isOwn whether a fact is defined for one page alone
 * @returns names by route, such as `distance-springfield`, with the reading if a fact has several
 */
export function listLocalFacts(
  pages: Pick<PageSummary, 'route' | 'citations'>[],
  isOwn: (route: string, fact: string) => boolean,
): Map<string, string[]> {
  const counts = new Map<string, number>()
  for (const { citations = [] } of pages)
    for (const fact of citations) counts.set(fact, (counts.get(fact) ?? 0) + 1)
  return new Map(
    pages.map(({ route, citations = [] }) => {
      const local = citations.filter(
        (fact) => counts.get(fact)! <= maxOtherPages + 1 || isOwn(route, fact.split('.', 1)[0]!),
      )
      return [route, local.map((fact) => fact.replace(/\.value$/, ''))]
    }),
  )
}
