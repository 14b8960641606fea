import { memo, type ComponentType } from 'react'
import { describeShape, type Shape } from '../form/describe-shape.ts'
import { toKey } from '../form/paths.ts'
import { useStudio } from '../state/use-studio.ts'
import { ChoiceField, IconField } from './choice-field.tsx'
import type { FieldProps, FieldInput } from './field-frame.tsx'
import { GroupField, Properties, MapField } from './group-field.tsx'
import { ListField } from './list-field.tsx'
import {
  BooleanField,
  DayField,
  FileOnlyField,
  NumberField,
  QuantityField,
} from './simple-fields.tsx'
import { hasNames, SuggestField } from './suggest-field.tsx'
import { TextField } from './text-field.tsx'

/** The editor that fits a schema. */
export const Field = memo(FieldOfShape, isSameField)

function isSameField({ path, ...a }: FieldInput, { path: otherPath, ...b }: FieldInput): boolean {
  const names = Object.keys({ ...a, ...b }) as (keyof typeof a)[]
  return toKey(path) === toKey(otherPath) && names.every((name) => Object.is(a[name], b[name]))
}

function FieldOfShape({ schema: written, isBare, ...props }: FieldInput) {
  const schema = useStudio((state) => state.schema)
  const shape = describeShape(schema, written, props.value)
  if (isBare && shape.kind === 'group')
    return <Properties path={props.path} value={props.value} properties={shape.properties} />
  return <ShapeField {...props} shape={adaptToValue(shape, props.value)} />
}

/** Templates of sets have texts with columns where pages have other values. */
function adaptToValue(shape: Shape, value: unknown): Shape {
  if (typeof value !== 'string' || !value.includes('{{') || shape.kind === 'text') return shape
  const { schema, description } = shape
  return { schema, description, kind: 'text', format: 'text', isLong: false }
}

function ShapeField(props: FieldProps) {
  const { shape } = props
  const isName = useStudio((state) => shape.kind === 'text' && hasNames(state, shape))
  // Each takes the shapes for which it is chosen.
  const Chosen = chooseField(shape, isName) as ComponentType<FieldProps>
  return <Chosen {...props} />
}

function chooseField(shape: Shape, isName: boolean) {
  if (shape.kind === 'text' && (shape.format === 'day' || shape.format === 'time')) return DayField
  if (shape.kind === 'choice' && shape.isIcon) return IconField
  return isName ? SuggestField : fields[shape.kind]
}

const fields = {
  text: TextField,
  choice: ChoiceField,
  number: NumberField,
  boolean: BooleanField,
  quantity: QuantityField,
  list: ListField,
  group: GroupField,
  map: MapField,
  fixed: FileOnlyField,
  other: FileOnlyField,
}
