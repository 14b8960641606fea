import { suggestTypeFix } from '../validate/explain-value.ts'
import { formatNameList } from '../validate/nearest-name.ts'
import type { Schema } from '../validate/json-schema.ts'
import { columnPattern, createNameSchema } from './known-values.ts'
import { isDerived, listRequired } from './read-schema.ts'
import { getDefinition } from '../validate/schema-nodes.ts'
import { writeEntrySnippet } from './snippets.ts'
import type { EditorSchema, SiteValues } from './types.ts'

export type ConvertContext = {
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
export const allowsColumns = ({ format = '' }: Schema): boolean => openFormats.includes(format)

/**
 * Converts a schema and its subschemas.
 * @param name what people call the value: the name of its property or definition
 */
export function convertSchema(schema: Schema, name: string, context: ConvertContext): EditorSchema {
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
export const getTemplateName = (name: string) => `${name}-template`

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
export function addRowFilter(entry: EditorSchema): EditorSchema {
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

type Condition = { if: Schema; then: EditorSchema }

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
