import { type InputHTMLAttributes, useEffect, useRef, useState } from 'react'
import { Switch } from 'react-aria-components'
import type { Path } from '../../../../schema/problems/location.ts'
import { getAt } from '../../../../schema/util/records.ts'
import { formatQuantity, readFactValue } from '../form/quantities.ts'
import { useStore, useStudio } from '../state/use-studio.ts'
import { useEdits, FieldFrame, type FieldProps } from './field-frame.tsx'

/** A number. It is written only when the text is a valid number. */
export function NumberField(props: FieldProps<'number'>) {
  const { minimum, maximum } = props.shape
  return (
    <ParsedField
      {...props}
      read={(text) => (text !== '' && Number.isFinite(Number(text)) ? { value: Number(text) } : {})}
      attributes={{ type: 'number', step: 'any', min: minimum, max: maximum }}
    />
  )
}

/** The value of a fact: a number or a range such as 2–4, unless it is a text. */
export function QuantityField(props: FieldProps<'quantity'>) {
  const unit = useStudio(({ open }) => findUnit(open?.entry.value, props.path))
  const language = useStudio(({ session }) => session.language)
  return (
    <ParsedField
      {...props}
      read={(text) =>
        text.trim() !== ''
          ? readFactValue(text, unit, language)
          : props.value === undefined
            ? {}
            : { refused: `The field is empty, so the value stays ${formatQuantity(props.value)}.` }
      }
    />
  )
}

/** The unit of the fact around a value. */
function findUnit(entry: unknown, path: Path): string | undefined {
  const units = path.map((_, depth) => getAt<unknown>(entry, [...path.slice(0, depth), 'unit']))
  return units.findLast((unit) => typeof unit === 'string')
}

type ParsedFieldProps = FieldProps & {
  /** What a text means. A text that is refused, or means nothing, is not written. */
  read: (text: string) => { value?: unknown; refused?: string }
  attributes?: InputHTMLAttributes<HTMLInputElement>
}

/**
 * Keeps text as typed while it means the same value, such as `2.50`. While it is refused, the value is
 * the one before: of `1,25x` not the 1 that was typed first.
 */
function ParsedField({ read, attributes, ...props }: ParsedFieldProps) {
  const { path, value, label } = props
  const edits = useEdits()
  const store = useStore()
  const [text, setText] = useState(formatQuantity(value))
  const before = useRef(value)
  useEffect(
    () =>
      setText((current) =>
        formatQuantity(read(current).value) === formatQuantity(value) ||
        (read(current).refused !== undefined && value === before.current)
          ? current
          : formatQuantity(value),
      ),
    // The other values have the same meaning in each render.
    [value],
  )
  const { refused } = read(text)
  return (
    <FieldFrame {...props} refused={refused}>
      {(ids) => (
        <input
          {...ids}
          {...attributes}
          value={text}
          onFocus={() => {
            before.current = value
          }}
          // What is done next may close the field, or save without it.
          onBlur={() => {
            const written = text.trim() === '' ? '' : ` “${text}” was not saved.`
            if (refused !== undefined) store.notify(`${label}:${written} ${refused}`, 'error')
          }}
          onChange={({ target }) => {
            setText(target.value)
            const { value: next, refused } = read(target.value)
            if (refused !== undefined) edits.typeValue(path, before.current)
            else if (next !== undefined) edits.typeValue(path, next)
            // Another one was refused before.
            if (store.getState().notice?.text.startsWith(`${label}: `)) store.dismissNotice()
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
