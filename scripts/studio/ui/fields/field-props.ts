import type { Shape } from '../form/describe-shape.ts'
import type { Path } from '../../../../schema/source/position-types.ts'

/** @property shape the shape of the value, of the kind that the field is for */
export type FieldProps<Kind extends Shape['kind'] = Shape['kind']> = {
  name: string
  label: string
  path: Path
  /** Undefined if the property is not written. */
  value: unknown
  isRequired: boolean
  shape: Extract<Shape, { kind: Kind }>
}
