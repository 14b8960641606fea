import { isRecord } from '../../schema/util/records.ts'
import type { StructuredDataFinding } from './check-vocabulary.ts'
import { googleProfiles } from './google-profiles.ts'
import { listTypeAndAncestors } from './vocabulary.ts'

export type ProfileFindings = {
  forbidden: StructuredDataFinding[]
  required: StructuredDataFinding[]
  recommended: StructuredDataFinding[]
}

/**
 * Compares schema.org objects, including nested ones, with Google's documentation of their types.
 */
export function checkProfiles(things: object[]): ProfileFindings {
  const findings: ProfileFindings = { forbidden: [], required: [], recommended: [] }
  const visit = (value: unknown, path: string) => {
    if (Array.isArray(value)) return value.forEach((item) => visit(item, path))
    if (!isRecord(value)) return
    const type = String(value['@type'])
    // An object with an id and little else is a reference to one that another page describes.
    if (!isReference(value)) compare(value, type, path || type, findings)
    for (const [name, child] of Object.entries(value)) visit(child, `${path || type}.${name}`)
  }
  visit(things, '')
  return findings
}

const isReference = (thing: Record<string, unknown>) =>
  thing['@id'] !== undefined &&
  Object.keys(thing).every((name) => name.startsWith('@') || name === 'name' || name === 'url')

function compare(
  thing: Record<string, unknown>,
  type: string,
  path: string,
  { forbidden, required, recommended }: ProfileFindings,
): void {
  const ancestors = listTypeAndAncestors(type)
  // A LocalBusiness is also an Organization. The profile of the nearest type covers both.
  const profile = googleProfiles.find(({ covers }) => ancestors.has(covers))
  if (!profile) return
  const isMissing = (name: string) => thing[name] === undefined
  const list = (names: string[], message: (name: string) => string) =>
    names.map((name) => ({ path: `${path}.${name}`, message: message(name) }))
  forbidden.push(
    ...Object.entries(profile.forbidden ?? {})
      .filter(([name]) => !isMissing(name))
      .map(([name, message]) => ({ path: `${path}.${name}`, message })),
  )
  required.push(
    ...list(
      profile.required.filter(isMissing),
      (name) => `Google requires "${name}" of a ${type}.`,
    ),
  )
  recommended.push(
    ...list(
      profile.recommended.filter(isMissing),
      (name) => `Google recommends "${name}" for a ${type}.`,
    ),
  )
}
