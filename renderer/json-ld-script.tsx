import type { Piece, SharedPiece } from './pieces.ts'

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

const start: SharedPiece = { html: '<script type="application/ld+json">' }
const end: SharedPiece = { html: '</script>' }

/** What React makes of `JsonLd`, sooner: there is nothing in it to be escaped. */
export const printJsonLd = (things: object[]): Piece[] =>
  things.flatMap((thing) => [start, serializeJsonLd(thing), end])

/** JSON in which no text can close the script or open a comment. */
const serializeJsonLd = (thing: object): string =>
  JSON.stringify(thing)
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
