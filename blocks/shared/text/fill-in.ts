/** Fills in a word's names in braces: `{shown} of {total}`. Other names stay as they are. */
export const fillIn = (word: string, values: Record<string, string | number>): string =>
  word.replace(/\{(\w+)\}/g, (written, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : written,
  )
