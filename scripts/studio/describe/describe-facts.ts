import { chooseReading, formatReading, soleReadingName } from '../../../schema/resolve/facts.ts'
import type { ReadSite } from '../../dev/dev-session.ts'
import type { JsonValue } from '../../edit/yaml-operations.ts'
import type { FactItem } from '../protocol.ts'

/** Every fact of the ledger, with what it prints and where. */
export function describeFacts({ input, records }: ReadSite): FactItem[] {
  const { facts, language } = input.shared.context
  const users = new Map<string, string[]>()
  for (const [route, { facts: cited }] of records)
    for (const name of Object.keys(cited)) users.set(name, [...(users.get(name) ?? []), route])
  return [...facts.values()].map((fact) => {
    const { name, label, unit, readings, location } = fact
    const used = chooseReading(fact) ?? soleReadingName
    const described = [...readings].map(([reading, written]) => ({
      name: reading,
      text: formatReading(fact, written, language).text,
      value: written.value as JsonValue,
      ...(written.source !== undefined && { source: written.source }),
      address: {
        file: location.source.file,
        path: [...location.path, ...(reading === soleReadingName ? [] : ['readings', reading])],
      },
    }))
    const texts = new Set(described.map(({ text }) => text))
    return {
      name,
      label,
      ...(unit !== undefined && { unit }),
      address: { file: location.source.file, path: location.path },
      text: described.find((each) => each.name === used)?.text ?? '',
      used,
      readings: described,
      pages: users.get(name) ?? [],
      hasConflict: texts.size > 1 && fact.settled === undefined,
    }
  })
}
