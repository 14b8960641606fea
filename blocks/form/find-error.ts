import type { FormBlock } from '../../schema/types.gen.ts'

export type FormField = FormBlock['fields'][number]

type Control = Pick<HTMLInputElement, 'value' | 'validity'>

const invalidMessages: Partial<Record<NonNullable<FormField['kind']>, string>> = {
  email: 'Enter a whole address, such as name@example.com.',
  phone: 'Enter a phone number with its area code.',
  date: 'Enter a date.',
}

/** Says what is wrong with an answer. Undefined if nothing is. */
export function findError(control: Control, field: FormField): string | undefined {
  const { validity } = control
  // Browsers accept spaces as an answer.
  const isMissing = validity.valueMissing || (!field.optional && control.value.trim() === '')
  if (isMissing && !validity.badInput) return field.missing ?? describeMissing(field)
  return validity.valid ? undefined : describeInvalid(field)
}

/** Says that an answer is not what is asked for. */
export const describeInvalid = ({ invalid, kind, label }: FormField): string =>
  invalid ?? (kind && invalidMessages[kind]) ?? `Look at “${label}” again, please.`

const describeMissing = ({ choices, label }: FormField): string =>
  choices ? `Choose an answer to “${label}”.` : `Fill in “${label}”.`
