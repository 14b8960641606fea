import type { Schema } from '../validate/json-schema.ts'

/** Lists the names of the properties that a schema requires. */
export const listRequired = ({ required }: Schema): string[] => (required ?? []) as string[]

/** Whether authors usually leave out a property, because its value is derived. */
export const isDerived = ({ derived, suggest }: Schema): boolean =>
  derived !== undefined && suggest !== 'property'

/** Replaces a reference with its definition, keeping the keywords beside the reference. */
export function followReference(root: Schema, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema
  const { $ref, ...beside } = schema
  return followReference(root, { ...root.$defs?.[$ref.replace('#/$defs/', '')], ...beside })
}

/** Returns the definition that a reference names. */
export const getDefinition = (root: Schema, { $ref = '' }: Schema): Schema =>
  root.$defs?.[$ref.replace('#/$defs/', '')] ?? {}
