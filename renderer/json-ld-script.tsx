/** Structured data, in the body so that React replaces it with the page. */
export function JsonLd({ things }: { things: object[] }) {
  return things.map((thing, index) => (
    <script key={index} type="application/ld+json" dangerouslySetInnerHTML={{ __html: serializeJsonLd(thing) }} />
  ))
}

/** What React makes of `JsonLd`, sooner: there is nothing in it to be escaped. */
export const printJsonLd = (things: object[]): string => things.map((thing) => `<script type="application/ld+json">${serializeJsonLd(thing)}</script>`).join('')

/** JSON in which no text can close the script or open a comment. */
export function serializeJsonLd(thing: object): string {
  return JSON.stringify(thing).replace(/[<>\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
