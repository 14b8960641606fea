import type { FormBlock } from '../../schema/types.gen.ts'
import type { FormField } from './find-error.ts'

/** A field with the id and the name of its input. */
export type FormInput = { id: string; name: string; field: FormField; isConsent?: boolean }

/** Lists the inputs of a form in order. A consent checkbox is the last one. */
export function listFieldInputs({ id, fields, consent, words }: FormBlock): FormInput[] {
  const inputs: FormInput[] = fields.map((field, index) => ({
    id: `${id}-${index + 1}`,
    name: field.name ?? (field.kind === 'email' ? 'email' : field.label),
    field,
  }))
  if (consent?.agree === undefined) return inputs
  const { agree, missing = words.missingConsent } = consent
  const field = { label: agree, missing }
  return [...inputs, { id: `${id}-agree`, name: 'agree', field, isConsent: true }]
}
