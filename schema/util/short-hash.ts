import { hash } from 'node:crypto'

/** Returns 96 bits of a SHA-256 hash as text, enough to distinguish millions of entries. */
export const shortHash = (text: string | Uint8Array): string =>
  hash('sha256', text, 'base64url').slice(0, 16)
