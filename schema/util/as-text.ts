/**
 * Returns a string unchanged, and '' for any other value: raw values may not match the schema,
 * which validation reports.
 */
export const asText = (value: unknown): string => (typeof value === 'string' ? value : '')
