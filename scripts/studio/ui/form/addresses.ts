/** Reads an address as authors write or paste it: `rolls` and `https://example.com/rolls` → `/rolls`. */
export function toAddress(text: string): string {
  const path = text.trim().replace(/^https?:\/\/[^/]*/i, '')
  return path.startsWith('/') ? path : `/${path}`
}
