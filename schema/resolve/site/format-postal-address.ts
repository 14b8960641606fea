import type { BusinessSettings } from '../../types.gen.ts'
import { asText } from '../../util/as-text.ts'

/** Formats the address of the business, or its town: 12 Main Street, Springfield, IL 62701. */
export const formatPostalAddress = ({
  street,
  locality,
  region,
  postalCode,
}: Partial<BusinessSettings>): string =>
  [asText(street), asText(locality), [region, postalCode].map(asText).filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ')
