import {
  chooseReading,
  formatReading,
  type LedgerFact,
  soleReadingName,
} from '../../../schema/resolve/facts.ts'
import type { ReadSite } from '../../dev/dev-session.ts'
import type { JsonValue } from '../../edit/yaml-operations.ts'
import type { FactItem } from '../protocol.ts'
import type { NodeAddress } from '../source-address.ts'

/** Every fact of the ledger, with what it prints and where. */
export function describeFacts({ input, records }: ReadSite): FactItem[] {
  const { facts, language } = input.shared.context
  const users = new Map<string, string[]>()
  for (const [route, { facts: cited }] of records)
    for (const name of Object.keys(cited)) users.set(name, [...(users.get(name) ?? []), route])
  return [...facts.values()].map((fact) => {
    const { source, path } = fact.location
    return describeFact(fact, language, { file: source.file, path }, users.get(fact.name) ?? [])
  })
}

/** @param address where the fact is written. @param pages the routes of the pages that cite it */
export function describeFact(
  fact: LedgerFact,
  language: string,
  address: NodeAddress,
  pages: string[],
): FactItem {
  const { name, label, unit, readings } = fact
  const used = chooseReading(fact) ?? soleReadingName
  const described = [...readings].map(([reading, written]) => ({
    name: reading,
    text: formatReading(fact, written, language).text,
    value: written.value as JsonValue,
    ...(written.source !== undefined && { source: written.source }),
    address:
      reading === soleReadingName
        ? address
        : { ...address, path: [...address.path, 'readings', reading] },
  }))
  const texts = new Set(described.map(({ text }) => text))
  return {
    name,
    label,
    ...(unit !== undefined && { unit }),
    address,
    text: described.find((each) => each.name === used)?.text ?? '',
    used,
    readings: described,
    pages,
    hasConflict: texts.size > 1 && fact.settled === undefined,
  }
}
