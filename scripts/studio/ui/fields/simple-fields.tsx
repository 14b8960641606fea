import { type InputHTMLAttributes, useEffect, useState } from 'react'
import { Switch } from 'react-aria-components'
import { formatQuantity, parseQuantity } from '../form/quantities.ts'

import { useStudio } from '../state/use-studio.ts'
import { useEdits } from './form-edits.ts'
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
  const edits = useEdits()
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
            if (next !== undefined) edits.typeValue(path, next)
          }}
        />
      )}
    </FieldFrame>
  )
}

/** A day, in the time zone of the site, and the time of day where one may be written. */
export function DayField(props: FieldProps<'text'>) {
  const { path, value, shape, label } = props
  const edits = useEdits()
  const [day = '', time = ''] = String(value ?? '').split(/[ T]/)
  const [typed, setTyped] = useState(day)
  useEffect(() => setTyped(day), [day])
  const write = (nextDay: string, nextTime: string, isEmptied = false) => {
    setTyped(nextDay)
    // Its field stays to be filled in again.
    if (isEmptied && shape.schema.formShown) return edits.typeValue(path, undefined)
    // While a year is typed, it is 0002, and then 0020.
    if (!/^[1-9]/.test(nextDay)) return
    edits.typeValue(path, nextTime === '' ? nextDay : `${nextDay} ${nextTime}`)
  }
  return (
    <FieldFrame {...props}>
      {(ids) => (
        <div className="day-field">
          <input
            {...ids}
            type="date"
            value={typed}
            onChange={({ target }) =>
              // A day that is being typed has no value either.
              write(target.value, time, target.value === '' && !target.validity.badInput)
            }
          />
          {shape.format === 'time' && (
            <input
              type="time"
              aria-label={`${label}: time, if it is not the whole day`}
              value={time}
              onChange={({ target }) => write(day, target.value)}
            />
          )}
        </div>
      )}
    </FieldFrame>
  )
}

/** Yes or no. */
export function BooleanField(props: FieldProps<'boolean'>) {
  const { path, value } = props
  const edits = useEdits()
  return (
    <FieldFrame {...props}>
      {(ids) => (
        <Switch
          id={ids.id}
          className="switch"
          aria-labelledby={ids['aria-labelledby']}
          aria-describedby={ids['aria-describedby']}
          isSelected={value === true}
          onChange={(next) => edits.setValue(path, next)}
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
