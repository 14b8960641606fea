/** Part of a file, in bytes. Both ends are included. */
export type ByteRange = { start: number; end: number }

/**
 * Parses a `Range` header by RFC 9110.
 * @param size of the file in bytes
 * @returns undefined if the header is malformed or asks for several ranges: then the whole file is
 * sent. `unsatisfiable` if the file has no such part.
 */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return undefined
  if (start >= size) return 'unsatisfiable'
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}
