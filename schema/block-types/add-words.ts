import { toPascalCase } from './find-blocks.ts'
import { isRecord, type UnknownRecord } from '../util/records.ts'
import { listBlanks, type Word, type WordTable } from './read-words.ts'

/**
 * Returns the name of the definition of a group's words. A group is a block, or a file in
 * schema/words.
 */
const getDefinitionName = (group: string) => `${group}-words`

/**
 * Adds words to the definitions of a schema: a definition for each group, with its texts in every
 * language, and the definition `words`, through which a site replaces single words.
 */
export function addWords(
  defs: Record<string, UnknownRecord>,
  groups: Record<string, WordTable>,
): Record<string, UnknownRecord> {
  const changed = { ...defs }
  const replaced: UnknownRecord = { ...asProperties(defs.words) }
  for (const [group, table] of Object.entries(groups)) {
    changed[getDefinitionName(group)] = describeGroup(group, table)
    replaced[group] = {
      $ref: `#/$defs/${getDefinitionName(group)}`,
      description: `Words of ${group}, instead of those that come with it.`,
    }
  }
  return { ...changed, words: { ...changed.words, properties: replaced } }
}

/** Adds a block's words to its schema. */
export function addWordsProperty(block: UnknownRecord, type: string): UnknownRecord {
  const words = {
    $ref: `#/$defs/${getDefinitionName(type)}`,
    description: 'Words of this block, instead of those of the language.',
    derived: 'words',
  }
  return { ...block, properties: { ...asProperties(block), words } }
}

const asProperties = (schema: unknown): UnknownRecord =>
  isRecord(schema) && isRecord(schema.properties) ? schema.properties : {}

function describeGroup(group: string, table: WordTable): UnknownRecord {
  const [first] = Object.values(table)
  return {
    title: `${toPascalCase(group)}Words`,
    description: `The words of ${group}.`,
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(
      Object.entries(first!).map(([name, word]) => [name, describeWord(group, name, word)]),
    ),
    translations: table,
  }
}

function describeWord(group: string, name: string, word: Word): UnknownRecord {
  const blanks = listBlanks(word)
  return {
    $ref: typeof word === 'string' ? '#/$defs/text' : '#/$defs/plural-text',
    description: `By default: ${typeof word === 'string' ? word : word.other}`,
    derived: `word-of.${group}.${name}`,
    ...(blanks.length > 0 && { blanks }),
  }
}
