import type { RichText as Nodes } from '../../schema/page-data.ts'
import { RichText } from '../shared/text/rich-text.tsx'
import type { FieldInput } from './list-field-inputs.ts'

type Props = FieldInput & { text?: Nodes; error?: string; onChange: () => void }

/** A required checkbox, with the text that the visitor agrees to. */
export function FormConsent({ id, name, field, text, error, onChange }: Props) {
  const textId = `${id}-text`
  const errorId = `${id}-error`
  return (
    <div className="form-field" data-invalid={error ? true : undefined}>
      {text && (
        <div className="note" id={textId}>
          <RichText nodes={text} />
        </div>
      )}
      {error && (
        <p className="form-error" id={errorId}>
          {error}
        </p>
      )}
      <label className="form-agree">
        <input
          id={id}
          type="checkbox"
          name={name}
          value="yes"
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${textId} ${errorId}` : textId}
          onChange={onChange}
        />
        {field.label}
      </label>
    </div>
  )
}
