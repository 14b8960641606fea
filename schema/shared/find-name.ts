/** Properties that distinguish an entry from others, the most distinctive first. */
const namingKeys = [
  'heading',
  'title',
  'label',
  'name',
  'question',
  'item',
  'term',
  'town',
  'author',
  'quote',
  'text',
  'lead',
  'src',
]

/** Finds the text that a reader would call an entry by: its heading, title or label. */
export const findName = (entry: Record<string, unknown>): string | undefined =>
  namingKeys
    .map((key) => entry[key])
    .find((text): text is string => typeof text === 'string' && text !== '')
