import type { LedgerFact } from '../facts/facts.ts'
import type { Site } from '../merge/merge-sources.ts'

/**
 * Lists the facts of the ledger, then those of rows, each with the page that it belongs to. Those of
 * a set with a name are in the ledger.
 */
export const listAllFacts = ({
  facts,
  pages,
}: Pick<Site, 'facts' | 'pages'>): { fact: LedgerFact; page?: string }[] => [
  ...[...facts.values()].map((fact) => ({ fact })),
  ...[...pages.values()].flatMap(({ route: page, facts: own }) =>
    [...(own?.values() ?? [])].flatMap((fact) =>
      fact.tableName === undefined ? { fact, page } : [],
    ),
  ),
]
