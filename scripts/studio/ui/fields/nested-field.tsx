import { type ComponentType, createContext, useContext } from 'react'
import type { Schema } from '../../../../schema/validate/json-schema.ts'
import type { FieldProps } from './field-props.ts'

export type FieldInput = Omit<FieldProps, 'shape'> & {
  schema: Schema
  /** Shows the properties of a group without a frame, since its name is shown already. */
  isBare?: boolean
}

/** Draws any field. Lists and groups contain fields of every kind, themselves included. */
export const FieldComponent = createContext<ComponentType<FieldInput>>(() => null)

/** A field within another. */
export function NestedField(props: FieldInput) {
  const Field = useContext(FieldComponent)
  return <Field {...props} />
}
