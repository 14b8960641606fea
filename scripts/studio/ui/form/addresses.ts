/** Reads an address as it is written or pasted: `rolls`, `https://example.com/rolls` → `/rolls`. */
export function toAddress(text: string): string {
  const path = text.trim().replace(/^https?:\/\/[^/]*/i, '')
  return path.startsWith('/') ? path : `/${path}`
}
