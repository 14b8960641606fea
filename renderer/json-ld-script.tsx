/** Structured data, in the body so that React replaces it with the page. */
export function JsonLd({ things }: { things: object[] }) {
  return things.map((thing, index) => (
    <script key={index} type="application/ld+json" dangerouslySetInnerHTML={{ __html: serializeJsonLd(thing) }} />
  ))
}

/** JSON in which no text can close the script or open a comment. */
export function serializeJsonLd(thing: object): string {
  return JSON.stringify(thing).replace(/</g, '\\u003c').replace(/>/g, '\\u003e').replace(/\u2028/g, '\\u2028').replace(/\u2029/g, '\\u2029')
}
