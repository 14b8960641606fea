import type { HtmlChunk, SharedChunk } from '../html-chunks.ts'

/** Structured data, in the body so that React replaces it with the page. */
export function JsonLd({ things }: { things: object[] }) {
  return things.map((thing, index) => (
    <script
      key={index}
      type="application/ld+json"
      dangerouslySetInnerHTML={{ __html: serializeJsonLd(thing) }}
    />
  ))
}

const scriptOpeningTag: SharedChunk = { html: '<script type="application/ld+json">' }
const scriptClosingTag: SharedChunk = { html: '</script>' }

/** What React makes of `JsonLd`, sooner: there is nothing in it to be escaped. */
export const fastRenderJsonLd = (things: object[]): HtmlChunk[] =>
  things.flatMap((thing) => [scriptOpeningTag, serializeJsonLd(thing), scriptClosingTag])

/** JSON in which no text can close the script or open a comment. */
const serializeJsonLd = (thing: object): string =>
  JSON.stringify(thing)
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
