import { formatNameList } from '../validate/nearest-name.ts'
import type { Schema } from '../validate/json-schema.ts'
import {
  createCitationChoicesSchema,
  createCitationsSchema,
  createNameSchema,
  createReadingChoicesSchemas,
  columnPattern,
} from './known-values.ts'
import { listRequired, isDerived } from './read-schema.ts'
import { followReference, getDefinition } from '../validate/walk-schema.ts'
import { writeEntrySnippet, writeObjectSnippet } from './snippets.ts'
import type { EditorSchema, SiteValues, Snippet } from './types.ts'
import { suggestTypeFix } from '../validate/explain-value.ts'

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

type ConvertContext = {
  root: Schema
  values: SiteValues | undefined
  /** Whether values may be columns such as {{town}}, as on the page of a set. */
  isTemplate: boolean
}

/** Keywords that mean the same to the validator and to the editor. */
const sharedKeywords = [
  'type',
  'description',
  'const',
  'required',
  'minItems',
  'maxItems',
  'minProperties',
  'minimum',
  'maximum',
]
/** Formats whose definitions accept columns even outside of sets. */
const openFormats = ['text', 'markdown', 'link', 'fact']
const allowsColumns = ({ format = '' }: Schema): boolean => openFormats.includes(format)

/**
 * Converts a schema and its subschemas.
 * @param name what people call the value: the name of its property or definition
 */
function convertSchema(schema: Schema, name: string, context: ConvertContext): EditorSchema {
  if (schema.$ref !== undefined) return convertReference(schema, name, context)
  const { properties, items, propertyNames, additionalProperties: others, allOf } = schema
  const convert = (each: Schema, childName: string) => convertSchema(each, childName, context)
  return {
    ...pickKeywords(schema),
    ...convertValue(schema, context),
    ...(properties && {
      title: formatGroupTitle(name, schema),
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, each]) => [key, convert(each, key)]),
      ),
    }),
    ...(items && { items: convertItems(items, `${name} entry`, context) }),
    ...(others !== undefined && {
      additionalProperties: typeof others === 'object' ? convert(others, `${name} entry`) : others,
    }),
    ...(propertyNames !== undefined && convertKeys(schema, context.root)),
    ...(Array.isArray(allOf) && { allOf: allOf.map(convertCondition) }),
    ...convertSuggestions(schema, context),
  }
}

const pickKeywords = (schema: Schema): EditorSchema =>
  Object.fromEntries(
    sharedKeywords.flatMap((keyword) =>
      schema[keyword] === undefined ? [] : [[keyword, schema[keyword]]],
    ),
  )

/**
 * Formats the title that editors show above an explanation, and in the message about a value that
 * should be a group of properties.
 */
function formatGroupTitle(name: string, schema: Schema): string {
  const required = listRequired(schema).filter(
    (each) => schema.properties?.[each]?.const === undefined,
  )
  return `${name} { ${[...required, '…'].join(', ')} }`
}

/**
 * Converts the schema of a single value, with the message of `npm run check` for any other value.
 */
function convertValue(schema: Schema, { isTemplate }: ConvertContext): EditorSchema {
  const { type, enum: values, enumDescriptions, pattern, minLength } = schema
  if (values) {
    const message = `Write ${formatNameList(values.map(String))}.`
    const list = { enum: values, markdownEnumDescriptions: enumDescriptions }
    if (!isTemplate) return { ...list, errorMessage: message }
    return { anyOf: [{ pattern: columnPattern, patternErrorMessage: message }, list] }
  }
  if (isTemplate && type !== 'string') return { type: [type ?? [], 'string'].flat() }
  return {
    // On an object, it would also replace the messages about its properties.
    ...(typeof type === 'string' &&
      type !== 'object' && { errorMessage: suggestTypeFix(type, schema) }),
    ...(pattern === undefined
      ? minLength !== undefined && { minLength: minLength as number }
      : convertPattern(schema, isTemplate)),
  }
}

const convertPattern = ({ pattern, expected }: Schema, isTemplate: boolean): EditorSchema => ({
  pattern: isTemplate ? `${pattern}|${columnPattern}` : (pattern as string),
  patternErrorMessage: expected === undefined ? 'This text is empty.' : `Write ${expected}.`,
})

/**
 * Converts a reference. The language server ignores all keywords beside it except the description.
 */
function convertReference(schema: Schema, name: string, context: ConvertContext): EditorSchema {
  const { $ref = '', ...beside } = schema
  const { description, names, suggest, derived } = beside
  const definition = getDefinition(context.root, schema)
  if ([names, suggest, derived].some((keyword) => keyword !== undefined))
    return convertSchema({ ...definition, ...beside }, name, context)
  const hasTemplate = context.isTemplate && !allowsColumns(definition)
  return {
    $ref: hasTemplate ? $ref.replace(/[^/]*$/, getTemplateName) : $ref,
    ...(description !== undefined && { description }),
  }
}

/** Returns the name of a definition's variant for the templates of sets. */
const getTemplateName = (name: string) => `${name}-template`

function convertItems(items: Schema, name: string, context: ConvertContext): EditorSchema {
  const entry = convertSchema(items, name, context)
  return context.isTemplate ? addRowFilter(entry) : entry
}

/** Returns the keywords that make the editor offer values for a property, or hide the property. */
function convertSuggestions(schema: Schema, { values }: ConvertContext): EditorSchema {
  const { suggest, names, format } = schema
  if (isDerived(schema)) return { doNotSuggest: true }
  if (names === 'facts' && format !== 'fact') return { allOf: [{ $ref: '#/$defs/fact' }] }
  if (values && suggest === 'citations')
    return { allOf: [{ $ref: '#/$defs/citations' }, { $ref: '#/$defs/citation-choices' }] }
  return values && names ? createNameSchema(names, values) : {}
}

/** Adds the property by which a list entry in a set's template names the rows it appears for. */
function addRowFilter(entry: EditorSchema): EditorSchema {
  if (!entry.properties) return entry
  const where = {
    $ref: '#/$defs/row-filter',
    description: 'Only for rows in which all of these columns match.',
  }
  return { ...entry, properties: { ...entry.properties, where } }
}

/** Converts the keys of a map. Editors offer a whole entry instead of the pattern of a key. */
function convertKeys(schema: Schema, root: Schema): EditorSchema {
  const keys = schema.propertyNames as Schema
  const snippet = writeEntrySnippet(schema, root)
  return {
    propertyNames: {
      ...convertPattern({ ...getDefinition(root, keys), ...keys }, false),
      doNotSuggest: true,
    },
    ...(snippet && { defaultSnippets: [snippet] }),
  }
}

/**
 * Converts a condition. Explanations would list the values of an `enum` in it, so it becomes a
 * pattern.
 */
function convertCondition({ if: { properties = {}, required }, then }: Condition): EditorSchema {
  const conditions = Object.entries(properties).map(([name, { const: only, enum: several }]) => [
    name,
    { type: 'string', pattern: `^(${(several ?? [only]).join('|')})$` },
  ])
  return { if: { required, properties: Object.fromEntries(conditions) }, then }
}
