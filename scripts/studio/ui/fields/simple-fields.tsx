import { type InputHTMLAttributes, useEffect, useState } from 'react'
import { Switch } from 'react-aria-components'
import { formatQuantity, parseQuantity } from '../form/quantities.ts'

import { useStore, useStudio } from '../state/use-studio.ts'
import { FieldFrame, type FieldProps } from './field-frame.tsx'

/** A number. It is written only when the text is a valid number. */
export function NumberField(props: FieldProps<'number'>) {
  const { minimum, maximum } = props.shape
  return (
    <ParsedField
      {...props}
      parse={(text) => (text !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined)}
      attributes={{ type: 'number', step: 'any', min: minimum, max: maximum }}
    />
  )
}

/** A number, a range such as 2–4, or a text. */
export const QuantityField = (props: FieldProps<'quantity'>) => (
  <ParsedField
    {...props}
    parse={(text) => (text.trim() === '' ? undefined : parseQuantity(text))}
  />
)

type ParsedFieldProps = FieldProps & {
  /** Returns undefined if the value is to be removed. */
  parse: (text: string) => unknown
  attributes?: InputHTMLAttributes<HTMLInputElement>
}

/** Keeps text as typed while it means the same value, such as `2.50`. */
function ParsedField({ parse, attributes, ...props }: ParsedFieldProps) {
  const { path, value } = props
  const store = useStore()
  const [text, setText] = useState(formatQuantity(value))
  useEffect(
    () =>
      setText((current) =>
        formatQuantity(parse(current)) === formatQuantity(value) ? current : formatQuantity(value),
      ),
    // The other values have the same meaning in each render.
    [value],
  )
  return (
    <FieldFrame {...props}>
      {(ids) => (
        <input
          {...ids}
          {...attributes}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            const next = parse(target.value)
            if (next !== undefined) store.typeValue(path, next)
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
