import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Path } from '../../../../schema/problems/location.ts'
import { getAt } from '../../../../schema/util/records.ts'
import type { Schema } from '../../../../schema/validate/json-schema.ts'
import { applyToValue, type JsonValue } from '../../../edit/yaml-operations.ts'
import { wordLabel } from '../../../edit/plain-words.ts'
import { AskedForm, NestedField } from '../fields/field-frame.tsx'
import { describeShape, type Property } from '../form/describe-shape.ts'
import { planValue } from '../form/form-edit.ts'
import { fieldSelector, selectText, textControls } from '../focus/move-focus.ts'
import { useStudio } from '../state/use-studio.ts'
import { DialogActions, useCloseDialog } from './dialog.tsx'

/** What is in a form, by property: texts are written without spaces around them. */
export type Answers = Record<string, JsonValue | undefined>

/** Refuses what is in a form, because of one property. */
export class FieldError extends Error {
  readonly field: string

  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

type AskedFieldsProps = {
  /** An object, all of whose properties have a field. */
  schema: Schema
  answers: Answers
  onChange: (answers: Answers) => void
  /** Why they were refused. */
  refused?: Error | undefined
}

/** What a dialog asks, drawn from a schema as the forms of blocks are. */
export function AskedFields({ schema, answers, onChange, refused }: AskedFieldsProps) {
  const properties = listAsked(
    useStudio((state) => state.schema),
    schema,
  )
  /** A key may send the form before React has drawn what is in it. */
  const latest = useRef(answers)
  latest.current = answers
  const edits = useMemo(() => {
    const setValues = (values: { path: Path; value: unknown }[]) => {
      const operations = values.map(
        ({ path, value }) => planValue(latest.current, path, value).operation,
      )
      latest.current = applyToValue(latest.current as JsonValue, operations) as Answers
      flushSync(() => onChange(latest.current))
    }
    const setValue = (path: Path, value: unknown) => setValues([{ path, value }])
    const removeValue = (path: Path) =>
      getAt(latest.current, path) !== undefined && setValue(path, undefined)
    return { setValues, setValue, typeValue: setValue, removeValue }
  }, [onChange])
  const name = refused && findRefusedField(refused, properties)
  return (
    <AskedForm value={{ ...edits, ...(name && { refused: { name, reason: refused.message } }) }}>
      {properties.map((each) => (
        <NestedField
          key={each.name}
          name={each.name}
          label={wordLabel(each.name, each.schema)}
          path={[each.name]}
          value={answers[each.name]}
          schema={each.schema}
          isRequired={each.isRequired}
        />
      ))}
    </AskedForm>
  )
}

function listAsked(root: Schema, schema: Schema): Property[] {
  const shape = describeShape(root, schema)
  return shape.kind === 'group' ? shape.properties : []
}

const findRefusedField = (error: Error, properties: Property[]) =>
  error instanceof FieldError ? error.field : properties[0]?.name

type DialogFormProps = Omit<AskedFieldsProps, 'refused'> & {
  /** Rejects with the reason, if what is in the form is refused. */
  onSubmit: (answers: Answers) => Promise<void>
  /** What the form is about, above its fields. */
  children?: ReactNode
  /** What is below them. */
  after?: ReactNode
  /** What the form does. */
  button: ReactNode
  isDisabled?: boolean
  isDanger?: boolean
}

/** A form in a dialog, which is sent as a whole, and closes it then. */
export function DialogForm(props: DialogFormProps) {
  const { onSubmit, children, after, button, isDisabled, isDanger, ...asked } = props
  const root = useStudio((each) => each.schema)
  const form = useRef<HTMLFormElement>(null)
  const { isBusy, refused, send } = useSending()
  const focus = (within = '') =>
    requestAnimationFrame(() => {
      // On a slow computer, somebody may have begun to fill in another field.
      if (within === '' && form.current?.contains(document.activeElement)) return
      const field = form.current?.querySelector<HTMLElement>(`${within} :is(${controls})`)
      field?.focus()
      if (field?.matches(textControls)) selectText(field)
    })
  // The dialog has been opened to type here. One below it would take the focus back at once.
  useEffect(() => void focus(), [])
  const submit = async () => {
    const sent = Object.entries(asked.answers).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.trim() : value,
    ])
    const missing = listAsked(root, asked.schema).find(
      ({ name, isRequired }) => isRequired && asked.answers[name] === '',
    )
    const error = await send(async () => {
      // A browser asks for what is missing in its own controls only.
      if (missing) throw new FieldError(missing.name, 'Write a text here.')
      await onSubmit(Object.fromEntries(sent))
    })
    const name = error && findRefusedField(error, listAsked(root, asked.schema))
    if (name !== undefined) focus(fieldSelector(name))
  }
  return (
    <form
      ref={form}
      className="dialog-form"
      data-danger={isDanger || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <div className="dialog-content fields">
        {children}
        <AskedFields {...asked} refused={refused} />
        {after}
      </div>
      <DialogActions isBusy={isBusy} isDisabled={isDisabled} isDanger={isDanger}>
        {button}
      </DialogActions>
    </form>
  )
}

const controls = `${textControls}, .select-button`

/**
 * Sends what is in a dialog.
 * @param onDone by default, closes the dialog
 * @property send returns why it was refused, if it was
 * @property refused why it was refused last
 */
export function useSending(onDone?: () => void) {
  const close = useCloseDialog()
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Error>()
  const send = async (act: () => Promise<void>): Promise<Error | undefined> => {
    setBusy(true)
    const error = await act().then(
      () => undefined,
      (reason: Error) => reason,
    )
    setBusy(false)
    setRefused(error)
    if (!error) (onDone ?? close)()
    return error
  }
  return { isBusy, refused, setRefused, send }
}
