import type { FormBlock } from '../../schema/types.gen.ts'
import { fillIn } from '../shared/text/fill-in.ts'

export type FormField = FormBlock['fields'][number]

type Control = Pick<HTMLInputElement, 'value' | 'validity'>

type Words = FormBlock['words']

const invalidWords: Partial<Record<NonNullable<FormField['kind']>, keyof Words>> = {
  email: 'invalidEmail',
  phone: 'invalidPhone',
  contact: 'invalidContact',
  date: 'invalidDate',
}

/** Returns the error message for an answer; undefined if the answer is valid. */
export function findError(control: Control, field: FormField, words: Words): string | undefined {
  const { validity } = control
  // Browsers accept an answer that is all spaces.
  const isMissing = validity.valueMissing || (!field.optional && control.value.trim() === '')
  if (isMissing && !validity.badInput) return field.missing ?? describeMissing(field, words)
  return validity.valid ? undefined : describeInvalidAnswer(field, words)
}

/** Returns the message for an answer in the wrong format. */
export const describeInvalidAnswer = ({ invalid, kind, label }: FormField, words: Words): string =>
  invalid ?? fillIn(words[(kind && invalidWords[kind]) ?? 'invalid'], { label })

const describeMissing = ({ choices, label }: FormField, words: Words): string =>
  fillIn(choices ? words.missingChoice : words.missing, { label })
