import { formatNameList } from '../validate/nearest-name.ts'
import type { Schema } from '../validate/json-schema.ts'
import {
  addRowFilter,
  allowsColumns,
  convertSchema,
  getTemplateName,
  type ConvertContext,
} from './convert-schema.ts'
import {
  createCitationChoicesSchema,
  createCitationsSchema,
  createNameSchema,
  createReadingChoicesSchemas,
} from './known-values.ts'
import { listRequired, isDerived } from './read-schema.ts'
import { followReference } from '../validate/schema-nodes.ts'
import { writeEntrySnippet, writeObjectSnippet } from './snippets.ts'
import type { EditorSchema, SiteValues, Snippet } from './types.ts'

/**
 * Converts the schema for validation to the schema for editors, which has completion, explanations
 * and messages for people who write YAML.
 * @param values the names that the site defines. If undefined, any names of facts, pages and
 * pictures are valid.
 */
export function buildEditorSchema(root: Schema, values?: SiteValues): EditorSchema {
  const context: ConvertContext = { root, values, isTemplate: false }
  const { $schema, $defs = {}, ...top } = root
  const { properties = {}, ...file } = convertSchema(top, 'file', context)
  const definitions = Object.entries($defs).flatMap(([name, schema]) => [
    [name, convertDefinition(schema, name, context)],
    ...(allowsColumns(schema)
      ? []
      : [[getTemplateName(name), convertTemplate(schema, name, context)]]),
  ])
  return {
    $schema,
    $comment: 'For editors. Written by npm run check and npm run dev.',
    ...file,
    properties: {
      ...properties,
      facts: { ...properties.facts, defaultSnippets: listFactSnippets(root) },
      pages: { ...properties.pages, defaultSnippets: listPageSnippets(root) },
    },
    $defs: {
      ...Object.fromEntries(definitions),
      ...(values && {
        citations: createCitationsSchema(values),
        'citation-choices': createCitationChoicesSchema(values),
      }),
    },
  }
}

function convertDefinition(schema: Schema, name: string, context: ConvertContext): EditorSchema {
  const { values } = context
  const { description, names, format } = schema
  if (values && names) return { description, type: 'string', ...createNameSchema(names, values) }
  if (schema.discriminator) return convertAnyBlock(schema, context)
  const converted = convertSchema(schema, getDisplayName(name), context)
  if (name === 'page-set') return addTemplate(converted)
  if (!values) return converted
  if (format === 'text' || format === 'markdown')
    return { ...converted, allOf: [{ $ref: '#/$defs/citations' }] }
  return name === 'page' ? addReadingChoices(converted, values) : converted
}

const getDisplayName = (name: string) =>
  name === 'ledger-entry' ? 'fact' : name.replace(/-block$/, '').replaceAll('-', ' ')

/** Converts a definition for the template of a set, where values may be columns. */
function convertTemplate(schema: Schema, name: string, context: ConvertContext): EditorSchema {
  const template = convertDefinition(schema, name, { ...context, isTemplate: true })
  return name === 'page' ? template : addRowFilter(template)
}

/**
 * Uses the converted definitions for the template of a set. The validator needs none, since it
 * checks the pages of a set after their columns are filled in.
 */
function addTemplate(set: EditorSchema): EditorSchema {
  const { page, facts, ...others } = set.properties!
  const entry = (facts!.additionalProperties as EditorSchema).description
  return {
    ...set,
    properties: {
      ...others,
      page: { $ref: `#/$defs/${getTemplateName('page')}`, description: page!.description },
      facts: {
        ...facts,
        additionalProperties: {
          $ref: `#/$defs/${getTemplateName('ledger-entry')}`,
          description: entry,
        },
      },
    },
  }
}

function addReadingChoices(page: EditorSchema, values: SiteValues): EditorSchema {
  const { readings, ...others } = page.properties!
  return {
    ...page,
    properties: {
      ...others,
      readings: { ...readings, properties: createReadingChoicesSchemas(values) },
    },
  }
}

function listFactSnippets(root: Schema): Snippet[] {
  const facts = root.properties?.facts ?? {}
  return [
    writeEntrySnippet(facts, root, { label: 'a fact', required: ['value', 'source'] }),
    writeEntrySnippet(facts, root, { label: 'a fact with readings', required: ['readings'] }),
  ].filter((snippet) => snippet !== undefined)
}

/** Lists a snippet for each kind of page, with the properties that the kind requires. */
function listPageSnippets(root: Schema): Snippet[] {
  const pages = root.properties?.pages ?? {}
  const page = followReference(root, pages.additionalProperties as Schema)
  const { enum: kinds = [], enumDescriptions } = page.properties?.kind ?? {}
  const descriptions = (enumDescriptions ?? []) as string[]
  return kinds.flatMap((kind, index) => {
    const label = `a page of kind ${kind}`
    const required = listRequiredByKind(page, kind)
    const snippet = writeEntrySnippet(pages, root, { label, required, fixed: { kind } })
    return snippet ? [{ ...snippet, markdownDescription: descriptions[index] }] : []
  })
}

type Condition = { if: Schema; then: Schema }

/** Lists the properties that a kind of page requires in addition to those of every page. */
const listRequiredByKind = ({ allOf = [] }: Schema, kind: unknown): string[] =>
  (allOf as Condition[]).flatMap(({ if: condition, then }) => {
    const { const: only, enum: several = [only] } = condition.properties?.kind ?? {}
    return several.includes(kind) ? listRequired(then) : []
  })

/**
 * Converts the definition of any block: a choice of types, and the properties of the chosen type.
 */
function convertAnyBlock(
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
