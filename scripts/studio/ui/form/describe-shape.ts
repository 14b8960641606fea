import { isDerived, listRequired } from '../../../../schema/editor/read-schema.ts'
import { followReference } from '../../../../schema/validate/walk-schema.ts'
import { wordHelp } from '../../../edit/plain-words.ts'
import { toWords } from '../../../../schema/shared/to-words.ts'
import type { ValuePlace } from '../../../edit/source-address.ts'
import type { Path } from '../../../../schema/problems/location.ts'
import { getAt, isRecord } from '../../../../schema/util/records.ts'
import type { Schema } from '../../../../schema/validate/json-schema.ts'

/** What a form shows for a value: one of the few shapes that the specification uses. */
export type Shape = { schema: Schema; description: string } & (
  | { kind: 'text'; format: TextFormat; isLong: boolean }
  | { kind: 'number'; minimum?: number; maximum?: number }
  | { kind: 'boolean' }
  | { kind: 'choice'; options: Choice[]; isIcon: boolean; fallback?: string }
  | { kind: 'list'; items: Schema; minimum: number; maximum: number }
  | { kind: 'group'; properties: Property[] }
  | { kind: 'map'; values: Schema }
  | { kind: 'fixed'; value: unknown }
  /** A number, a range of numbers, or a text. */
  | { kind: 'quantity' }
  /** One of several types, which only the file shows. */
  | { kind: 'other' }
)

type TextFormat =
  | 'text'
  | 'markdown'
  | 'link'
  | 'fact'
  | 'picture'
  /** The address of a page to which others can lead. Only in forms of dialogs. */
  | 'page'
  | 'plain'
  /** A day. */
  | 'day'
  /** A day, or a day with a time. */
  | 'time'

type Choice = { value: string; label: string; description?: string }

export type Property = { name: string; schema: Schema; isRequired: boolean }

const textFormats: string[] = ['text', 'markdown', 'link', 'fact', 'picture', 'page']

/**
 * Describes the form of a value.
 * @param value selects the branch where the schema has several, such as the type of a block
 */
export function describeShape(root: Schema, written: Schema, value?: unknown): Shape {
  const schema = selectType(selectBranch(root, followReference(root, written), value), value)
  const shared = { schema, description: wordHelp(schema) }
  if (schema.const !== undefined) return { ...shared, kind: 'fixed', value: schema.const }
  if (schema.enum) return { ...shared, kind: 'choice', ...describeChoice(schema) }
  switch (schema.type) {
    case 'string':
      return { ...shared, kind: 'text', ...describeText(schema) }
    case 'number':
    case 'integer':
      return { ...shared, kind: 'number', ...pickNumbers(schema) }
    case 'boolean':
      return { ...shared, kind: 'boolean' }
    case 'array':
      return {
        ...shared,
        kind: 'list',
        items: schema.items ?? {},
        minimum: (schema.minItems as number | undefined) ?? 0,
        maximum: (schema.maxItems as number | undefined) ?? Number.POSITIVE_INFINITY,
      }
    case 'object':
      return describeObject(schema, shared)
  }
  return { ...shared, kind: isQuantity(schema) ? 'quantity' : 'other' }
}

/** Describes the form of a part of a value; undefined if the specification does not know it. */
export function describeShapeAt(
  root: Schema,
  schema: Schema,
  value: unknown,
  path: Path,
): Shape | undefined {
  const shape = describeShape(root, schema, value)
  const [step, ...rest] = path
  if (step === undefined) return shape
  const part = findPart(shape, step)
  return part && describeShapeAt(root, part, getAt(value, [step]), rest)
}

/**
 * What goes with a property that is removed: optional groups around it, unless they have others.
 * @returns the path of the outermost of them, or of the property
 */
export function findEmptied(root: Schema, schema: Schema, value: unknown, path: Path): Path {
  const owner = path.slice(0, -1)
  const group: unknown = getAt(value, owner)
  const isEmptied = isRecord(group) && Object.keys(group).every((key) => key === path.at(-1))
  const around = isEmptied ? describeShapeAt(root, schema, value, owner.slice(0, -1)) : undefined
  if (around?.kind !== 'group') return path
  const own = around.properties.find(({ name }) => name === owner.at(-1))
  return own && !own.isRequired ? findEmptied(root, schema, value, owner) : path
}

function findPart(shape: Shape, step: string | number): Schema | undefined {
  if (shape.kind === 'list') return shape.items
  if (shape.kind === 'map') return shape.values
  return shape.kind === 'group'
    ? shape.properties.find(({ name }) => name === step)?.schema
    : undefined
}

const isQuantity = ({ type, properties }: Schema): boolean =>
  Array.isArray(type) && type.includes('number') && properties?.min !== undefined

function describeObject(schema: Schema, shared: Pick<Shape, 'schema' | 'description'>): Shape {
  if (schema.properties)
    return { ...shared, kind: 'group', properties: listEditableProperties(schema) }
  const { additionalProperties: values } = schema
  return typeof values === 'object'
    ? { ...shared, kind: 'map', values }
    : { ...shared, kind: 'other' }
}

/** A list of rows, unless the name of a table is written instead; a text, unless it is a list. */
function selectType(schema: Schema, value: unknown): Schema {
  const { type, format, items } = schema
  if (format === 'fact-table' || format === 'set-rows')
    return { ...schema, type: typeof value === 'string' ? 'string' : 'array' }
  const isTextOrList =
    items && Array.isArray(type) && type.every((each) => each === 'string' || each === 'array')
  return isTextOrList ? { ...schema, type: Array.isArray(value) ? 'array' : 'string' } : schema
}

/** Follows a JSON pointer such as `#/$defs/page`. */
export function getSchemaAt(root: Schema, pointer: string): Schema {
  const steps = pointer.split('/').slice(1)
  const unescaped = steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  return unescaped.reduce<any>((schema, step) => schema?.[step], root) ?? {}
}

/** The schema of what a form is about: a page, a template, a fact, or a section of the settings. */
export function getEntrySchema(root: Schema, { path: [section] }: ValuePlace): Schema {
  if (section === 'sets') return { $ref: '#/$defs/page' }
  const schema = root.properties?.[String(section)] ?? {}
  return section === 'pages' || section === 'facts'
    ? (schema.additionalProperties as Schema)
    : schema
}

/** The properties that authors write: what is required first, and nothing that is generated. */
function listEditableProperties(schema: Schema): Property[] {
  const required = new Set(listRequired(schema))
  return Object.entries(schema.properties ?? {})
    .filter(([, property]) => !isDerived(property) && property.$ref !== '#/$defs/map-drawing')
    .map(([name, property]) => ({ name, schema: property, isRequired: required.has(name) }))
}

/** Selects the branch of a discriminator. Without a value there is no branch. */
function selectBranch(root: Schema, schema: Schema, value: unknown): Schema {
  if (!schema.discriminator) return schema
  const tag = (value as Record<string, unknown> | null)?.[schema.discriminator.propertyName]
  return listAlternatives(root, schema).find(({ type }) => type === tag)?.schema ?? {}
}

/** Lists the branches of a discriminator: the types of blocks. */
export function listAlternatives(
  root: Schema,
  written: Schema,
): { type: string; schema: Schema }[] {
  const schema = followReference(root, written)
  const { propertyName } = schema.discriminator ?? { propertyName: 'type' }
  return (schema.oneOf ?? []).map((branch) => {
    const followed = followReference(root, branch)
    return { type: String(followed.properties?.[propertyName]?.const), schema: followed }
  })
}

const dayPattern = '^[0-9]{4}-[0-9]{2}-[0-9]{2}'

function describeText({ format = '', pattern }: Schema): { format: TextFormat; isLong: boolean } {
  const isKnown = textFormats.includes(format)
  if (pattern?.startsWith(dayPattern))
    return { format: pattern === `${dayPattern}$` ? 'day' : 'time', isLong: false }
  return {
    format: isKnown ? (format as TextFormat) : 'plain',
    // A pattern describes a name or a code, which has one line.
    isLong: format === 'markdown' || (format === 'text' && pattern === '\\S'),
  }
}

function describeChoice(schema: Schema) {
  const { enumDescriptions: descriptions = [], enumLabels: labels = [] } = schema
  const options = (schema.enum ?? []).map((value, index) => ({
    value: String(value),
    label: labels[index] ?? toWords(String(value)),
    ...(descriptions[index] !== undefined && { description: descriptions[index] }),
  }))
  return {
    options,
    isIcon: schema.title === 'IconName',
    ...(schema.default !== undefined && { fallback: String(schema.default) }),
  }
}

const pickNumbers = ({ minimum, maximum }: Schema) => ({
  ...(typeof minimum === 'number' && { minimum }),
  ...(typeof maximum === 'number' && { maximum }),
})
