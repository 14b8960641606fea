/**
 * Quotes a text: with single quotes, or with double quotes if the text has an apostrophe and no
 * character that has a special meaning in double quotes.
 */
export function quoteText(text: string): string {
  const fitsDoubleQuotes = text.includes("'") && !/["\\]/.test(text)
  return fitsDoubleQuotes ? `"${text}"` : `'${text.replaceAll("'", "''")}'`
}

/** Whether text needs quotes after a key or a dash. */
export const needsQuotes = (text: string): boolean =>
  /^[*&!@%`|>{}[\],#"']|^[-?:](?:\s|$)|:(?:\s|$)|\s#/.test(text)

/** For messages: what YAML takes a text for that starts with a special character. */
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

/** Finds the index of the quote at which YAML ends a quoted text. */
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
