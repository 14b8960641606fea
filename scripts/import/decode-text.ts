import { isUtf8 } from 'node:buffer'
import { labelToName, TextDecoder } from '@exodus/bytes/encoding.js'
import sniffEncoding from 'html-encoding-sniffer'

/** Browsers wait for the end of the head. */
const maxHeadBytes = 50_000

/**
 * Decodes a file as browsers do: by its byte order mark, what its server states, its first
 * `<meta charset>`, or its XML declaration. But its bytes say whether it is UTF-8 if it names nothing or windows-1252, which
 * stays in documents that an editor has saved again: no text of this encoding is valid in the other.
 * @param stated by the server
 */
export function decodeText(bytes: Uint8Array, stated?: string): string {
  const start = Buffer.from(bytes.subarray(0, maxHeadBytes)).toString('latin1')
  const [, label = ''] =
    /^\s*<\?xml[^>]*\sencoding=["']([\w-]+)|<meta\s[^>]*charset=["']?([\w-]+)/i
      .exec(start)
      ?.filter(Boolean) ?? []
  const name = sniffEncoding(bytes, {
    transportLayerEncodingLabel: stated,
    defaultEncoding: labelToName(label) ?? 'windows-1252',
  })
  const isOther = name === 'windows-1252' && isUtf8(bytes)
  // Node's own decoder reads some of these bytes as control characters.
  return new TextDecoder(isOther ? 'UTF-8' : name).decode(bytes)
}
