import { formatReading } from '../../schema/resolve/facts.ts'
import { getEvidenceState } from '../../schema/rules/ledger/evidence.ts'
import type { ClaimWithoutEvidence } from './report-types.ts'
import type { SiteVersion } from './versions/site-version.ts'
import { indexCitations } from '../../schema/resolve/index-citations.ts'

/**
 * Lists claims that lack evidence or whose evidence has expired, unless that was already the case
 * before.
 */
export function listNewClaims(
  before: SiteVersion,
  after: SiteVersion,
  today: string,
): ClaimWithoutEvidence[] {
  const known = new Set(listClaims(before, today).map(toClaimKey))
  return listClaims(after, today).filter((claim) => !known.has(toClaimKey(claim)))
}

const toClaimKey = ({ name, text, until }: ClaimWithoutEvidence) => `${name} ${text} ${until}`

function listClaims({ pages, ledger }: SiteVersion, today: string): ClaimWithoutEvidence[] {
  if (!ledger) return []
  const candidates = [...ledger.facts.values()].filter(
    ({ claim, readings }) => claim || [...readings.values()].some(({ evidence }) => evidence),
  )
  if (candidates.length === 0) return []
  const printedOn = indexCitations([...pages].map(([route, page]) => ({ ...page, route })))
  return candidates.flatMap((fact) =>
    [...fact.readings].flatMap(([name, reading]) => {
      const citation = `${fact.name}.${name}`
      const routes = printedOn.get(citation) ?? []
      const isPrinted = routes.length > 0 || ledger.shellCitations.includes(citation)
      const state = getEvidenceState(fact, reading, { isPrinted, today })
      if (state !== 'missing' && state !== 'expired') return []
      return [
        {
          name: fact.name,
          label: fact.label,
          text: formatReading(fact, reading, ledger.language).text,
          ...(state === 'expired' && { until: reading.evidence!.until }),
          printedOn: routes,
        },
      ]
    }),
  )
}
