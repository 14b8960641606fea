import type { FormBlock } from '../../schema/types.gen.ts'
import { createMailLink } from '../shared/links/mail-link.ts'
import { listFieldInputs } from './list-field-inputs.ts'

/** Creates a link that opens an email with the answers of a form. */
export function composeMail(block: FormBlock, data?: FormData): string {
  const { heading, email } = block
  const address = email?.href ?? 'mailto:'
  if (!data) return `${address}?subject=${encodeURIComponent(heading)}`
  const answers = listFieldInputs(block).flatMap(({ name }) => {
    const answer = String(data.get(name) ?? '').trim()
    return answer === '' ? [] : `${name}: ${answer}`
  })
  // RFC 6068 requires CRLF line breaks.
  return createMailLink(address, heading, answers.join('\r\n'))
}
