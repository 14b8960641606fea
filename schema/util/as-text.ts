/**
 * Returns a string unchanged, and '' for any other value: raw values may not match the schema,
 * which validation reports.
 */
export const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Returns the strings of a list, and [] for any other value. */
export const asTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
