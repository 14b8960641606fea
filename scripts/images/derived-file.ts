/** A share image, icon or resized picture: its URL path, and a function that draws it. */
export type DerivedFile = { path: string; draw: () => Promise<string | Uint8Array> }
