/** A part of a document: a text of its own, or one that many documents share. Each begins and ends between two tags. */
export type HtmlChunk = string | SharedChunk

/** The same object in every document, so that whoever makes something of its text need do it only once. */
export type SharedChunk = { readonly html: string }

export const joinChunks = (pieces: HtmlChunk[]): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : piece.html)).join('')
