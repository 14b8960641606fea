/**
 * Part of a document: a string, or an object that many documents share. Chunk boundaries are always
 * between tags.
 */
export type HtmlChunk = string | SharedChunk

/** The same object in every document, so that it can key a cache of results for its text. */
export type SharedChunk = { readonly html: string }

export const getHtml = (chunk: HtmlChunk): string =>
  typeof chunk === 'string' ? chunk : chunk.html

export const joinChunks = (chunks: HtmlChunk[]): string => chunks.map(getHtml).join('')
