import { asRecord, getAt, isRecord } from '../../../../schema/util/records.ts'
import type { Schema } from '../../../../schema/validate/json-schema.ts'
import { describeShape, listAlternatives, type Shape } from './describe-shape.ts'
import { nameEntry } from './names.ts'
import { createStarter } from '../../../../schema/shared/to-words.ts'

/**
 * Existing targets and names for new values. Invented ones would be broken links or unknown names.
 */
export type StarterValues = {
  link: string
  /** What a link to that page says. */
  linkName: string
  fact: string
  picture: string
  date: string
}

/**
 * What a new value depends on.
 * @property enclosing the groups around it, the outermost first: a list may have to be as long as
 *   one of theirs
 */
export type CreateContext = { root: Schema; starters: StarterValues; enclosing: unknown[] }

/**
 * Creates the smallest value that a schema accepts, so that the preview shows it immediately. Its
 * texts say what to write: *New question*.
 * @param name of the property, for its text
 */
export function createValue(context: CreateContext, schema: Schema, name: string): unknown {
  const shape = describeShape(context.root, schema)
  switch (shape.kind) {
    case 'fixed':
      return shape.value
    case 'choice':
      return shape.fallback ?? shape.options[0]?.value
    case 'boolean':
      return true
    case 'number':
      return shape.minimum !== undefined && shape.minimum > 0 ? shape.minimum : 0
    case 'list':
      return createList(context, shape, name)
    case 'group':
      return createGroup(context, shape.properties, shape.schema)
    case 'map':
      return {}
    case 'text':
      return createText(context, shape, name)
    case 'other':
      return shape.schema.discriminator ? undefined : createStarter(name)
  }
}

/** The schema of the blocks of a type; undefined if there is no such type. */
export const findBlockSchema = (root: Schema, type: string): Schema | undefined =>
  listAlternatives(root, { $ref: '#/$defs/block' }).find((each) => each.type === type)?.schema

/**
 * Whether a new value of a schema includes a picture, which must be chosen from those of the site.
 */
export function requiresPicture(root: Schema, schema: Schema): boolean {
  const shape = describeShape(root, schema)
  switch (shape.kind) {
    case 'text':
      return shape.format === 'picture'
    case 'list':
      return requiresPicture(root, shape.items)
    case 'group':
      return shape.properties.some((each) => each.isRequired && requiresPicture(root, each.schema))
    default:
      return false
  }
}

function createList(
  context: CreateContext,
  { schema, items, minimum }: Extract<Shape, { kind: 'list' }>,
  name: string,
): unknown[] {
  const { countOf } = schema
  const counterpart = context.enclosing
    .map((group) => (isRecord(group) && countOf !== undefined ? group[countOf] : undefined))
    .findLast((list) => Array.isArray(list))
  const length = counterpart?.length ?? Math.max(1, minimum)
  const entryName = nameEntry(name, items.description)
  const siblings = context.enclosing.findLast((list) => Array.isArray(list)) ?? []
  const used = siblings.flatMap((entry: unknown) => getAt<unknown[]>(entry, [name]) ?? [])
  // A day has hours once.
  const free = items.enum?.find((each) => !used.includes(each))
  if (free !== undefined && length === 1) return [free]
  return Array.from({ length }, () => createValue(context, items, entryName))
}

function createGroup(
  context: CreateContext,
  properties: Extract<Shape, { kind: 'group' }>['properties'],
  { minProperties = 0 }: Schema,
): Record<string, unknown> {
  const group: Record<string, unknown> = {}
  const within = { ...context, enclosing: [...context.enclosing, group] }
  for (const { name, schema, isRequired } of properties)
    if (isRequired || schema.formStart !== undefined)
      group[name] = createValue(within, schema, name)
  const { linkName } = context.starters
  if (group.href === context.starters.link && isText(group.label) && linkName !== '')
    group.label = linkName
  // Days, for example, need a beginning or an end.
  const [first] = properties
  if (Object.keys(group).length === 0 && first && Number(minProperties) > 0)
    group[first.name] = createValue(within, first.schema, first.name)
  return group
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** Today, or a later day beside it: what begins on a coming day does not end before. */
const findDay = ({ starters, enclosing }: CreateContext): string =>
  Object.values(asRecord(enclosing.at(-1)))
    .filter(isText)
    .filter((text) => /^\d{4}-\d\d-\d\d$/.test(text))
    .reduce((latest, day) => (day > latest ? day : latest), starters.date)

function createText(
  context: CreateContext,
  { format, schema }: Extract<Shape, { kind: 'text' }>,
  name: string,
): string {
  const { starters } = context
  const day = findDay(context)
  if (schema.formStart !== undefined) return schema.formStart === 'today' ? day : schema.formStart
  if (format === 'picture') return starters.picture
  if (format === 'fact' || schema.names === 'facts') return starters.fact
  // It may be empty, as the description of a picture: a made-up one would be published unnoticed.
  if (format === 'text' && schema.minLength === undefined) return ''
  const pattern = new RegExp(schema.pattern ?? '')
  // Where another program answers, on this site or elsewhere: nothing reports a made-up address.
  if (
    format === 'plain' &&
    schema.pattern &&
    ['/new', 'https://example.com'].every((text) => pattern.test(text))
  )
    return ''
  const candidates = [
    ...(format === 'link' ? [starters.link] : []),
    createStarter(name),
    'new',
    '/new',
    day,
    '09:00',
    '#808080',
    'https://example.com',
    'https://vimeo.com/1',
  ]
  return candidates.find((text) => pattern.test(text)) ?? ''
}
