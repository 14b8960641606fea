import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Vocabulary } from './extract-vocabulary.ts'

/** update-vocabulary.ts rewrites this file. */
export const vocabularyPath = join(import.meta.dirname, 'schema-org.gen.json')

let vocabulary: Vocabulary | undefined

/** Returns the vocabulary of schema.org, which is read when it is first needed. */
export const getVocabulary = (): Vocabulary => (vocabulary ??= readVocabulary())

function readVocabulary(): Vocabulary {
  const read = JSON.parse(readFileSync(vocabularyPath, 'utf8')) as Vocabulary
  // Without a prototype, so that a name such as "constructor" does not find inherited properties.
  for (const group of [read.types, read.properties, read.members])
    Object.setPrototypeOf(group, null)
  return read
}

const ancestors = new Map<string, Set<string>>()

/** Lists a type and all of its supertypes. Empty for an unknown type. */
export function listTypeAndAncestors(type: string): Set<string> {
  const known = ancestors.get(type)
  if (known) return known
  const found = new Set<string>()
  const add = (name: string) => {
    const definition = getVocabulary().types[name]
    if (!definition || found.has(name)) return
    found.add(name)
    definition.parents.forEach(add)
  }
  add(type)
  ancestors.set(type, found)
  return found
}
