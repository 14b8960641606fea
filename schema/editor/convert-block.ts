import { formatNameList } from '../validate/nearest-name.ts'
import type { Schema } from '../validate/json-schema.ts'
import { convertSchema, type ConvertContext } from './convert-schema.ts'
import { followReference, isDerived, listRequired } from './read-schema.ts'
import { writeObjectSnippet } from './snippets.ts'
import type { EditorSchema } from './types.ts'

/**
 * Converts the definition of any block: a choice of types, and the properties of the chosen type.
 */
export function convertAnyBlock(
  { description, oneOf = [] }: Schema,
  context: ConvertContext,
): EditorSchema {
  const { root, isTemplate } = context
  const blocks = oneOf.map((branch) => {
    const schema = followReference(root, branch)
    const type = String(schema.properties?.type?.const)
    return {
      type,
      schema,
      help: describeBlock(type, schema),
      own: convertSchema(branch, type, context),
    }
  })
  const types = blocks.map(({ type }) => type)
  const snippets = blocks.map(({ type, schema, help }) => ({
    label: type,
    body: writeObjectSnippet(root, schema, { type }),
    markdownDescription: help,
  }))
  const type = isTemplate ? ['object', 'string'] : 'object'
  const group = { title: 'block { type, … }', type }
  return {
    ...group,
    description,
    allOf: [
      // Precedes the list of types, so that an explanation begins with the chosen type.
      ...blocks.map(({ type, help, own }) => ({
        if: {
          type: 'object',
          required: ['type'],
          // A pattern: completion would also accept a value that only begins with this type.
          properties: { type: { type: 'string', pattern: `^${type}$` } },
        },
        then: { allOf: [{ properties: { type: { markdownDescription: help } } }, own] },
      })),
      {
        properties: {
          type: {
            type: 'string',
            description: 'The type of the block, which decides what else it contains.',
            enum: types,
            markdownEnumDescriptions: blocks.map(({ schema }) => schema.description ?? ''),
            errorMessage: `Write the type of a block: ${formatNameList(types)}.`,
          },
        },
      },
      // Separate from the property, so that completion does not also offer it as a group.
      { required: ['type'] },
      { if: { type: 'object', required: ['type'] }, else: { ...group, defaultSnippets: snippets } },
    ],
  }
}

/** Describes the purpose and the properties of a block, in Markdown. */
function describeBlock(type: string, schema: Schema): string {
  const required = listRequired(schema)
  const lines = Object.entries(schema.properties ?? {})
    .filter(([name, property]) => name !== 'type' && !isDerived(property))
    .map(([name, { description = '' }]) =>
      required.includes(name) ? `- **${name}**: ${description}` : `- ${name}: ${description}`,
    )
  return `**${type}** ${schema.description ?? ''}\n\n${lines.join('\n')}`
}
