import type { FormBlock } from '../../schema/types.gen.ts'
import type { FormField } from './find-error.ts'
import type { FormInput } from './list-field-inputs.ts'

type Props = FormInput & {
  words: FormBlock['words']
  error?: string
  onChange: () => void
  onBlur: () => void
}

/** An input with its label, hint and error message. */
export function FormControl({ field, id, name, error, words, onChange, onBlur }: Props) {
  const { label, kind = 'line', choices, hint, optional } = field
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(' ')
  const shared = {
    id,
    name,
    required: !optional,
    autoComplete: readAutocomplete(field),
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy || undefined,
    onChange,
    onBlur,
  }
  return (
    <div className="form-field" data-invalid={error ? true : undefined}>
      <label htmlFor={id}>
        {label}
        {optional && <span className="form-optional">{` ${words.optional}`}</span>}
      </label>
      {hint && (
        <p className="form-hint" id={hintId}>
          {hint}
        </p>
      )}
      {error && (
        <p className="form-error" id={errorId}>
          {error}
        </p>
      )}
      {choices ? (
        <select {...shared} defaultValue="">
          <option value="" />
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      ) : kind === 'paragraph' ? (
        <textarea {...shared} rows={6} />
      ) : (
        <input {...shared} {...inputs[kind]} />
      )}
    </div>
  )
}

// Browsers accept name@host; an address without a dot is most likely a typing error.
const emailPattern = String.raw`[^@\s]+@[^@\s]+\.[^@\s]+`
const phonePattern = String.raw`\D*(\d\D*){7,}`
const inputs = {
  line: { type: 'text' },
  email: { type: 'email', pattern: emailPattern },
  phone: { type: 'tel', pattern: phonePattern },
  contact: { type: 'text', pattern: String.raw`\s*${emailPattern}\s*|${phonePattern}` },
  date: { type: 'date' },
  // Photos, scans and documents.
  file: { type: 'file', accept: 'image/*,.pdf,.doc,.docx' },
}

const knownValues: Partial<Record<NonNullable<FormField['kind']>, string>> = {
  email: 'email',
  phone: 'tel',
}

function readAutocomplete({ autocomplete, kind = 'line' }: FormField): string | undefined {
  return autocomplete === 'none' ? 'off' : (autocomplete ?? knownValues[kind])
}
