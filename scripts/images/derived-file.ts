/** A file that is drawn: its address, and how it is made. */
export type DerivedFile = { path: string; draw: () => Promise<string | Uint8Array> }
