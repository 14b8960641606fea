import { useEffect, useState } from 'react'
import { Switch } from 'react-aria-components'
import { formatQuantity, parseQuantity } from '../form/quantities.ts'
import { toKey } from '../form/values.ts'
import { useStore, useStudio } from '../state/use-studio.ts'
import { FieldFrame } from './field-frame.tsx'
import type { FieldProps } from './field-props.ts'

/** A number, which is written once it is one. */
export function NumberField(props: FieldProps<'number'>) {
  const { path, value, shape } = props
  const store = useStore()
  const [text, setText] = useState(String(value ?? ''))
  useEffect(
    () => setText((current) => (Number(current) === value ? current : String(value ?? ''))),
    [value],
  )
  return (
    <FieldFrame {...props}>
      {(ids) => (
        <input
          {...ids}
          type="number"
          step="any"
          min={shape.minimum}
          max={shape.maximum}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            if (target.value !== '' && Number.isFinite(target.valueAsNumber))
              store.setValue(path, target.valueAsNumber, toKey(path))
          }}
        />
      )}
    </FieldFrame>
  )
}

/** A number, a range such as 2–4, or a text. */
export function QuantityField(props: FieldProps<'quantity'>) {
  const { path, value } = props
  const store = useStore()
  const [text, setText] = useState(formatQuantity(value))
  useEffect(
    () =>
      setText((current) =>
        formatQuantity(parseQuantity(current)) === formatQuantity(value)
          ? current
          : formatQuantity(value),
      ),
    [value],
  )
  return (
    <FieldFrame {...props}>
      {(ids) => (
        <input
          {...ids}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            if (target.value.trim() !== '')
              store.setValue(path, parseQuantity(target.value), toKey(path))
          }}
        />
      )}
    </FieldFrame>
  )
}

/** Yes or no. */
export function BooleanField(props: FieldProps<'boolean'>) {
  const { path, value } = props
  const store = useStore()
  return (
    <FieldFrame {...props}>
      {(ids) => (
        <Switch
          id={ids.id}
          className="switch"
          aria-labelledby={ids['aria-labelledby']}
          aria-describedby={ids['aria-describedby']}
          isSelected={value === true}
          onChange={(next) => store.setValue(path, next)}
        >
          <span className="track" aria-hidden />
          {value === true ? 'Yes' : 'No'}
        </Switch>
      )}
    </FieldFrame>
  )
}

/** A value of a shape that has no form. */
export function FileOnlyField(props: FieldProps) {
  const file = useStudio(({ open }) => open?.entry.address.file)
  return (
    <FieldFrame {...props}>
      {(ids) => (
        <div id={ids.id} className="file-only">
          <pre>{JSON.stringify(props.value, null, 2)}</pre>
          <p className="help">This is edited in {file}.</p>
        </div>
      )}
    </FieldFrame>
  )
}
