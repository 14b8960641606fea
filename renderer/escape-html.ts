const entities: Record<string, string> = {
  '"': '&quot;',
  "'": '&#x27;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
}

/** Escapes text for content or a double-quoted attribute, with the same entities as React. */
export const escapeHtml = (text: string): string =>
  /["'&<>]/.test(text) ? text.replace(/["'&<>]/g, (character) => entities[character]!) : text

const characters = new Map(
  Object.entries(entities).map(([character, entity]) => [entity, character]),
)

/** Reverses `escapeHtml`. */
export const unescapeHtml = (html: string): string =>
  html.replace(/&[#\w]+;/g, (entity) => characters.get(entity) ?? entity)
