/** Renders structured data for the head of a document. */
export const renderJsonLd = (things: object[]): string =>
  things
    .map((thing) => `<script type="application/ld+json">${serializeJsonLd(thing)}</script>`)
    .join('')

/** Escapes JSON so that no string can close the script element or open an HTML comment. */
const serializeJsonLd = (thing: object): string =>
  JSON.stringify(thing)
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
