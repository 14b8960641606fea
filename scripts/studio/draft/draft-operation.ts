import type { StudioOperation } from '../protocol.ts'

/**
 * An operation of a step. The server itself also replaces whole texts, such as to rename a page.
 */
export type DraftOperation = StudioOperation | Rewrite

/** Applies to exactly the text that it was made for. @property path always empty */
type Rewrite = { kind: 'rewrite'; file: string; path: []; before: string; after: string }
