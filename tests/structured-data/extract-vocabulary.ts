/** The parts of schema.org that validation needs. Names have no prefix. */
export type Vocabulary = {
  version: string
  types: Record<string, VocabularyType>
  properties: Record<string, VocabularyProperty>
  /** Maps each member of an enumeration to the enumeration: Monday → DayOfWeek. */
  members: Record<string, string>
}

/** @property parents the types of which it is a direct subtype */
type VocabularyType = { parents: string[]; supersededBy?: string }

/**
 * @property on the types that have the property
 * @property takes the types of its values
 */
type VocabularyProperty = { on: string[]; takes: string[]; supersededBy?: string }

type Reference = { '@id': string }
type Node = Reference & {
  '@type': string | string[]
  'rdfs:subClassOf'?: Reference | Reference[]
  'schema:domainIncludes'?: Reference | Reference[]
  'schema:rangeIncludes'?: Reference | Reference[]
  'schema:supersededBy'?: Reference | Reference[]
}

const prefix = 'schema:'

/**
 * Reads a release of schema.org.
 * @param release the file `schemaorg-current-https.jsonld` of the release
 * @throws Error if the file has no types
 */
export function extractVocabulary(release: { '@graph': Node[] }, version: string): Vocabulary {
  const vocabulary: Vocabulary = { version, types: {}, properties: {}, members: {} }
  for (const node of release['@graph'].sort((a, b) => (a['@id'] < b['@id'] ? -1 : 1))) {
    if (!node['@id'].startsWith(prefix)) continue
    const name = node['@id'].slice(prefix.length)
    const kinds = [node['@type']].flat()
    const [supersededBy] = listNames(node['schema:supersededBy'])
    const deprecation = supersededBy === undefined ? {} : { supersededBy }
    // A medical specialty is a member of its enumeration and a kind of business.
    if (kinds.includes('rdfs:Class') || node['rdfs:subClassOf'])
      vocabulary.types[name] = { parents: listNames(node['rdfs:subClassOf']), ...deprecation }
    else if (kinds.includes('rdf:Property'))
      vocabulary.properties[name] = {
        on: listNames(node['schema:domainIncludes']),
        takes: listNames(node['schema:rangeIncludes']),
        ...deprecation,
      }
    if (!kinds.some((kind) => kind === 'rdfs:Class' || kind === 'rdf:Property'))
      vocabulary.members[name] = listNames(kinds.map((kind) => ({ '@id': kind })))[0] ?? ''
  }
  if (!vocabulary.types.Thing) throw new Error('The file defines no type "Thing".')
  return vocabulary
}

const listNames = (references: Reference | Reference[] = []): string[] =>
  [references]
    .flat()
    .map((reference) => reference['@id'])
    .filter((id) => id.startsWith(prefix))
    .map((id) => id.slice(prefix.length))
