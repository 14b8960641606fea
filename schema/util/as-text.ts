/** A raw value where it is a text, and nothing where it is not: what does not fit the schema is reported, and must not do harm. */
export const asText = (value: unknown): string => (typeof value === 'string' ? value : '')
