import { isRecord } from '../../../../schema/util/records.ts'
import { toWords } from '../form/names.ts'
import { FieldFrame } from './field-frame.tsx'
import type { FieldProps } from './field-props.ts'
import { NestedField } from './nested-field.tsx'

/** A group of properties whose names authors choose. */
export function MapField(props: FieldProps<'map'>) {
  const { path, value, shape } = props
  const entries = Object.entries(isRecord(value) ? value : {})
  return (
    <FieldFrame {...props}>
      {(ids) => (
        <div id={ids.id} role="group" aria-labelledby={ids['aria-labelledby']} className="group">
          {entries.map(([name, entry]) => (
            <NestedField
              key={name}
              name={name}
              label={toWords(name)}
              path={[...path, name]}
              value={entry}
              schema={shape.values}
              isRequired={false}
            />
          ))}
        </div>
      )}
    </FieldFrame>
  )
}
