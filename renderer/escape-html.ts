const entities: Record<string, string> = {
  '"': '&quot;',
  "'": '&#x27;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
}

/** For a text or an attribute in double quotes; the same signs in the same way as React. */
export const escapeHtml = (text: string): string =>
  /["'&<>]/.test(text) ? text.replace(/["'&<>]/g, (character) => entities[character]!) : text
