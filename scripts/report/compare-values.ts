import {
  calculateGreatCircleMiles,
  type Coordinates,
} from '../../blocks/shared/location/great-circle.ts'
import {
  formatReading,
  isCurrency,
  soleReadingName,
  toRange,
  type LedgerFact,
  type Reading,
} from '../../schema/facts/facts.ts'
import { getEvidenceState } from '../../schema/rules/ledger/evidence.ts'

/** The stated and the great-circle distance, in miles. */
export type DistanceComparison = { stated: number; computed: number; differs: boolean }

/** The legal maximum of a price, where it comes from, and the readings above it. */
export type CapComparison = {
  fact: string
  limit: string
  basis: string
  above: string[]
  includes?: string
}

/**
 * @property base the position of the business.
 * @property today such as 2026-03-04; left out, evidence counts even if it has expired.
 */
export type ComparisonContext = {
  ledger: Map<string, LedgerFact>
  language: string
  base?: Partial<Coordinates>
  today?: string
}

export function compareDistance(
  { measuredTo, readings }: LedgerFact,
  { base }: ComparisonContext,
): DistanceComparison | undefined {
  const stated = readings.values().next().value?.value
  if (
    !measuredTo ||
    typeof stated !== 'number' ||
    base?.latitude === undefined ||
    base.longitude === undefined
  )
    return undefined
  const computed = Math.round(
    calculateGreatCircleMiles({ latitude: base.latitude, longitude: base.longitude }, measuredTo),
  )
  return { stated, computed, differs: stated !== computed }
}

/** Compares a price with the legal maximum: the settled one, or the one that current law states. */
export function compareCap(
  { cap, includes, readings, unit }: LedgerFact,
  { ledger, language, today }: ComparisonContext,
): CapComparison | undefined {
  const limits = cap === undefined ? undefined : ledger.get(cap)
  const found = limits && chooseCap(limits, today)
  const limit = found && limits.readings.get(found.reading)
  if (!limit || typeof limit.value !== 'number' || !isCurrency(unit)) return undefined
  const maximum = limit.value
  const above = [...readings].filter(([, reading]) => (toRange(reading.value)?.max ?? 0) > maximum)
  return {
    fact: limits.name,
    limit: formatReading({ unit }, limit, language).text,
    basis: found.basis,
    above: above.map(([name]) => name),
    includes,
  }
}

/**
 * Chooses the reading of a legal maximum to compare with: the settled one; otherwise the one whose
 * evidence was checked last and has not expired; otherwise the first.
 */
function chooseCap(
  { settled, readings, claim, placeholder }: LedgerFact,
  today: string | undefined,
): { reading: string; basis: string } | undefined {
  const [first] = readings.keys()
  if (settled !== undefined && readings.has(settled))
    return { reading: settled, basis: `settled: ${settled}` }
  const isExpired = (reading: Reading) =>
    today !== undefined &&
    getEvidenceState({ claim, placeholder }, reading, { isPrinted: true, today }) === 'expired'
  const [current] = [...readings]
    .filter(([, reading]) => reading.evidence !== undefined && !isExpired(reading))
    .sort(([, one], [, other]) => other.evidence!.checked.localeCompare(one.evidence!.checked))
  if (current) {
    const [reading, { evidence }] = current
    const name = reading === soleReadingName ? '' : `${reading}, `
    return { reading, basis: `${name}current law: ${evidence!.source}` }
  }
  if (first === undefined) return undefined
  return {
    reading: first,
    basis: first === soleReadingName ? 'no evidence' : `${first}, no evidence`,
  }
}
