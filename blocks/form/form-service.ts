import { findServiceName } from '../../schema/shared/named-services.ts'
import type { FormBlock, FormService } from '../../schema/types.gen.ts'

/** The markup that a form service requires. */
type ServiceForm = {
  /** Attributes of the form element. */
  attributes: Record<string, string>
  /** Hidden fields and their values. */
  hidden: Record<string, string>
  /** The name of the field that only bots fill in. */
  honeypot: string
  /** Whether the service accepts only fields that the HTML of the page has. */
  keepsEmptyFields?: boolean
  /** Whether the application, not the browser, sends the form and shows the result. */
  isSentByScript: boolean
}

/** Returns the markup that a form needs for the service that receives it. */
export function adaptToService({ id, heading }: FormBlock, service: FormService): ServiceForm {
  const name = findServiceName(service)
  switch (name) {
    case 'formspree':
      return {
        attributes: {},
        hidden: { _subject: heading },
        honeypot: '_gotcha',
        isSentByScript: true,
      }
    case 'netlify':
      return {
        // Netlify detects forms by these attributes when it deploys the page.
        attributes: { name: id, 'data-netlify': 'true', 'data-netlify-honeypot': 'bot-field' },
        hidden: { 'form-name': id, subject: heading },
        honeypot: 'bot-field',
        keepsEmptyFields: true,
        isSentByScript: true,
      }
    default:
      return {
        attributes: {},
        hidden: { form: id },
        honeypot: 'website',
        isSentByScript: name === 'status',
      }
  }
}

/**
 * Sends a form.
 * @returns the names of the fields that the service rejects
 * @throws Error if the service cannot be reached, or responds with an error
 */
export async function sendForm(endpoint: string, data: FormData): Promise<string[]> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: hasFile(data) ? data : encodeTexts(data),
  })
  if (response.ok) return []
  const { errors = [] } = (await response.json()) as { errors?: { field?: string }[] }
  const fields = errors.flatMap(({ field }) => field ?? [])
  if (fields.length === 0) throw new Error(`The service answered ${response.status}.`)
  return fields
}

const hasFile = (data: FormData) => [...data.values()].some((value) => typeof value !== 'string')

/** Every service reads this encoding, and it needs no CORS preflight. */
const encodeTexts = (data: FormData) =>
  new URLSearchParams([...data].map(([name, value]) => [name, String(value)]))
