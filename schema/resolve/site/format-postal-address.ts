import type { BusinessSettings } from '../../types.gen.ts'
import { asText } from '../../util/as-text.ts'

/** Countries that write the postal code before the town, and no region. */
export const postalCodeFirst =
  /^(?:AT|BE|BG|CH|CZ|DE|DK|EE|ES|FI|FR|GR|HR|HU|IS|IT|LI|LT|LU|NL|NO|PL|PT|RO|RS|SE|SI|SK)$/

/** Formats the address of the business, or its town: 12 Main Street, Springfield, IL 62701. */
export function formatPostalAddress(business: Partial<BusinessSettings>): string {
  const { street, locality, region, country } = business
  const postalCode = asText(business.postalCode).replaceAll(' ', '\u00a0')
  const join = (parts: unknown[], separator: string) =>
    parts.map(asText).filter(Boolean).join(separator)
  return postalCodeFirst.test(asText(country))
    ? join([street, join([postalCode, locality], ' ')], ', ')
    : join([street, locality, join([region, postalCode], ' ')], ', ')
}
