/** The words of a text without the marks of its Markdown, to name or to quote it in a line. */
export const removeMarkup = (text: string): string =>
  text
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\*\*?/g, '')
    .replaceAll(/^[^\S\n]*(?:[-+]|\d+\.|#+) /gm, '')
    .trim()
