import { isUtf8 } from 'node:buffer'
import { TextDecoder } from '@exodus/bytes/encoding.js'
import sniffEncoding from 'html-encoding-sniffer'

/**
 * Decodes a file as browsers do: by its byte order mark, what its server states, or its first
 * `<meta charset>`. Of a file that names nothing, its bytes say whether it is UTF-8.
 * @param stated by the server
 */
export function decodeText(bytes: Uint8Array, stated?: string): string {
  const defaultEncoding = isUtf8(bytes) ? 'UTF-8' : 'windows-1252'
  const name = sniffEncoding(bytes, { transportLayerEncodingLabel: stated, defaultEncoding })
  // Node's own decoder reads some of these bytes as control characters.
  return new TextDecoder(name).decode(bytes)
}
