/** Structured data. It is in the body, so that React replaces it on navigation. */
export function JsonLd({ things }: { things: object[] }) {
  return things.map((thing, index) => (
    <script
      key={index}
      type="application/ld+json"
      dangerouslySetInnerHTML={{ __html: serializeJsonLd(thing) }}
    />
  ))
}

/** Escapes JSON so that no string can close the script element or open an HTML comment. */
export const serializeJsonLd = (thing: object): string =>
  JSON.stringify(thing)
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
