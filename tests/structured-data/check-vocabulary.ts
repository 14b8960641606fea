import { isRecord } from '../../schema/util/records.ts'
import { getVocabulary, listTypeAndAncestors } from './vocabulary.ts'

/**
 * A mistake in structured data.
 * @property path the type and the properties that lead to it, such as `Service.offers.price`
 */
export type StructuredDataFinding = { path: string; message: string }

const schemaOrgPrefix = /^https?:\/\/schema\.org\//
const textTypes = ['Text', 'URL', 'CssSelectorType', 'XPathType', 'PronounceableText']
const numberTypes = ['Number', 'Integer', 'Float']
const formats: Record<string, RegExp> = {
  Date: /^\d{4}-\d\d-\d\d$/,
  DateTime: /^\d{4}-\d\d-\d\dT\d\d:\d\d/,
  Time: /^\d\d:\d\d(:\d\d)?/,
  Boolean: /^(True|False)$/i,
  Number: /^-?\d+(\.\d+)?$/,
  Integer: /^-?\d+$/,
  Float: /^-?\d+(\.\d+)?$/,
}

/**
 * Checks a schema.org object against the vocabulary: types, properties, values, deprecated names.
 */
export function checkVocabulary(thing: object): StructuredDataFinding[] {
  const root = String((thing as { '@type'?: unknown })['@type'])
  return checkThing(thing as Record<string, unknown>, root)
}

function checkThing(thing: Record<string, unknown>, path: string): StructuredDataFinding[] {
  const types = [thing['@type']].flat()
  const findings = types.flatMap((type) => checkType(type, path))
  if (findings.length > 0) return findings
  const ancestors = types.flatMap((type) => [...listTypeAndAncestors(String(type))])
  for (const [name, value] of Object.entries(thing)) {
    if (name.startsWith('@')) continue
    findings.push(...checkProperty(name, value, String(types[0]), ancestors, `${path}.${name}`))
  }
  return findings
}

function checkType(type: unknown, path: string): StructuredDataFinding[] {
  const { types } = getVocabulary()
  const definition = typeof type === 'string' ? types[type] : undefined
  if (!definition)
    return [
      {
        path,
        message: `schema.org has no type "${String(type)}".`,
      },
    ]
  return definition.supersededBy === undefined
    ? []
    : [
        {
          path,
          message: `schema.org has replaced the type "${String(type)}" with "${definition.supersededBy}".`,
        },
      ]
}

function checkProperty(
  name: string,
  value: unknown,
  type: string,
  ancestors: string[],
  path: string,
): StructuredDataFinding[] {
  const { properties } = getVocabulary()
  const property = properties[name]
  if (!property)
    return [
      {
        path,
        message: `schema.org has no property "${name}".`,
      },
    ]
  if (property.supersededBy !== undefined)
    return [
      {
        path,
        message: `schema.org has replaced the property "${name}" with "${property.supersededBy}".`,
      },
    ]
  if (!property.on.some((owner) => ancestors.includes(owner)))
    return [{ path, message: `A ${type} has no property "${name}".` }]
  return [value].flat().flatMap((item) => checkValue(item, property.takes, path))
}

function checkValue(value: unknown, takes: string[], path: string): StructuredDataFinding[] {
  if (isRecord(value)) {
    // A reference to an object that is described elsewhere.
    if (value['@type'] === undefined && value['@id'] !== undefined) return []
    const findings = checkThing(value, path)
    if (findings.length > 0) return findings
    const ancestors = [value['@type']].flat().map((type) => listTypeAndAncestors(String(type)))
    if (ancestors.some((types) => takes.some((taken) => types.has(taken)))) return []
  } else if (takes.some((taken) => acceptsScalar(taken, value))) return []
  const found = isRecord(value) ? `a ${String(value['@type'])}` : JSON.stringify(value)
  return [{ path, message: `The value is ${found}, but schema.org expects ${joinWithOr(takes)}.` }]
}

function acceptsScalar(taken: string, value: unknown): boolean {
  if (typeof value === 'number') return numberTypes.includes(taken)
  if (typeof value === 'boolean') return taken === 'Boolean'
  if (typeof value !== 'string') return false
  if (textTypes.includes(taken)) return value !== ''
  if (formats[taken]) return formats[taken].test(value)
  const { members } = getVocabulary()
  if (members[value.replace(schemaOrgPrefix, '')] === taken) return true
  // A URL of a page that describes the object is valid instead of the object.
  return /^https?:\/\//.test(value) && !schemaOrgPrefix.test(value)
}

const joinWithOr = (names: string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
