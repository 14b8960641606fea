import { TextDecoder } from '@exodus/bytes/encoding.js'
import sniffEncoding from 'html-encoding-sniffer'

/**
 * Decodes a document as browsers do: by its byte order mark, what its server says, or its first
 * `<meta charset>`. One that names nothing is UTF-8 if its bytes are, and otherwise Windows-1252.
 * @param charset as the server said it
 */
export function decodeDocument(bytes: Uint8Array, charset?: string): string {
  const name = sniffEncoding(bytes, {
    transportLayerEncodingLabel: charset,
    defaultEncoding: isUtf8(bytes) ? 'UTF-8' : 'windows-1252',
  })
  return new TextDecoder(name).decode(bytes)
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
