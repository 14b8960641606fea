/**
 * Writes a text between quotes: single ones, or double ones if the text has an apostrophe and
 * nothing that double quotes would change.
 */
export function quoteText(text: string): string {
  const fitsDoubleQuotes = text.includes("'") && !/["\\]/.test(text)
  return fitsDoubleQuotes ? `"${text}"` : `'${text.replaceAll("'", "''")}'`
}

/** Whether text needs quotes after a key or a dash. */
export const needsQuotes = (text: string): boolean =>
  /^[*&!@%`|>{}[\],#"']|^[-?:](?:\s|$)|:(?:\s|$)|\s#/.test(text)

/** Names what YAML takes the first character of a text for. */
export const meaningsOfCharacters: Record<string, string> = {
  '*': 'an alias',
  '&': 'an anchor',
  '!': 'a tag',
  '%': 'a directive',
  '@': 'a reserved character',
  '`': 'a reserved character',
  '{': 'a group of properties',
  '[': 'a list',
  '}': 'the end of a group',
  ']': 'the end of a list',
  ',': 'the end of a list entry',
  '-': 'a list entry',
  '?': 'a property name',
  ':': 'a property without a name',
  '|': 'the start of a text on the lines below',
  '>': 'the start of a text on the lines below',
}

/** Finds the index of the quote that YAML takes for the end of a text between quotes. */
export function findClosingQuote(value: string): number | undefined {
  const quote = value[0]!
  for (let at = 1; at < value.length; at++) {
    if (quote === '"' && value[at] === '\\') at++
    else if (value[at] === quote) {
      if (quote === '"' || value[at + 1] !== "'") return at
      at++
    }
  }
  return undefined
}
