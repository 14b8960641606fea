import type { HtmlChunk, SharedChunk } from '../html-chunks.ts'
import { serializeJsonLd } from '../json-ld/json-ld-script.tsx'

const openingTag: SharedChunk = { html: '<script type="application/ld+json">' }
const closingTag: SharedChunk = { html: '</script>' }

/** Renders the same HTML as `JsonLd`: scripts, whose content React does not escape. */
export const fastRenderJsonLd = (things: object[]): HtmlChunk[] =>
  things.flatMap((thing) => [openingTag, serializeJsonLd(thing), closingTag])
