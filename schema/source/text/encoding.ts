import { isUtf8 } from 'node:buffer'
import { problemInFile, type Problem } from '../../problems/problem.ts'
import { countLines, toPosition } from '../positions.ts'

/** Decodes UTF-8 without its byte order mark. Undefined if the bytes are in another encoding. */
export const decodeUtf8 = (bytes: Uint8Array): string | undefined =>
  isUtf8Text(bytes) ? stripByteOrderMark(bytes).toString() : undefined

export const isUtf8Text = (bytes: Uint8Array): boolean => !isUtf16(bytes) && isUtf8(bytes)

/** Decodes UTF-16, or else UTF-8 with U+FFFD for invalid bytes. */
export function decodeLeniently(bytes: Uint8Array): string {
  if (!isUtf16(bytes)) return new TextDecoder().decode(bytes)
  const isBigEndian = bytes[0] === 0xfe || bytes[0] === 0
  return new TextDecoder(isBigEndian ? 'utf-16be' : 'utf-16le').decode(bytes)
}

/** Returns a view of the bytes, without copying them, after the byte order mark of UTF-8. */
export function stripByteOrderMark(bytes: Uint8Array): Buffer {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const start = hasMark ? 3 : 0
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, bytes.byteLength - start)
}

/**
 * Whether bytes are UTF-16, which starts with a byte order mark, or has a zero byte beside the
 * first Latin letter.
 */
function isUtf16(bytes: Uint8Array): boolean {
  const [first, second] = bytes
  return (
    (first === 0xff && second === 0xfe) ||
    (first === 0xfe && second === 0xff) ||
    (bytes.length > 1 && (first === 0) !== (second === 0))
  )
}

/** Creates the problem of a file that `decodeUtf8` cannot decode. */
export function reportEncoding(file: string, bytes: Uint8Array): Problem {
  const message = 'This file is not saved as UTF-8.'
  const expected = 'UTF-8, the encoding of the web'
  if (isUtf16(bytes)) {
    const found = 'UTF-16, which some programs call Unicode text'
    const problem = problemInFile(file, 'NOT_UTF8', message, { expected, found })
    return { ...problem, line: 1, column: 1, endColumn: 2 }
  }
  // The first invalid byte becomes U+FFFD, which gives its line and column.
  const text = decodeLeniently(bytes)
  const offset = Math.max(0, text.indexOf('\uFFFD'))
  const position = toPosition({ text, lines: countLines(text) }, offset, offset + 1)
  const found = 'a byte that is not valid in UTF-8, shown as \uFFFD'
  const problem = problemInFile(file, 'NOT_UTF8', message, { expected, found })
  return { ...problem, ...position }
}
