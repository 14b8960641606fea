import type { Schema } from '../validate/json-schema.ts'

/** Lists the names of the properties that a schema requires. */
export const listRequired = ({ required }: Schema): string[] => (required ?? []) as string[]

/** Whether authors usually leave out a property, because its value is derived. */
export const isDerived = ({ derived, suggest }: Schema): boolean =>
  derived !== undefined && suggest !== 'property'
