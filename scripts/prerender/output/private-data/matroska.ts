/** WebM and MKV: elements of RFC 8794 and RFC 9559. */

const [segment, info, nothing] = [0x18538067, 0x1549a966, 0xec]
/** Tags, attached files, the date, the title and names of files. */
const described = new Set([
  ...[0x1254c367, 0x1941a469, 0x4461, 0x7ba9, 0x7384, 0x3c83ab, 0x3e83bb, nothing],
])

export const isMatroska = (bytes: Buffer): boolean =>
  bytes.length > 4 && bytes.readUInt32BE(0) === 0x1a45dfa3

/** Overwrites what describes a film where it is, because other elements are named by their position. */
export function cleanMatroska(bytes: Buffer): Buffer {
  const cleaned = Buffer.from(bytes)
  let at = 0
  while (at < bytes.length) {
    const idLength = Math.clz32(bytes[at]!) - 23
    const sizeAt = at + idLength
    const sizeLength = Math.clz32(bytes[sizeAt] ?? 0) - 23
    const content = sizeAt + sizeLength
    if (idLength > 4 || sizeLength > 8 || content > bytes.length) break
    const id = bytes.readUIntBE(at, idLength)
    const marked = BigInt(`0x${bytes.toString('hex', sizeAt, content)}`)
    const size = BigInt.asUintN(7 * sizeLength, marked)
    const isUnknown = size === BigInt.asUintN(7 * sizeLength, -1n)
    const end = Math.min(content + Number(size), bytes.length)
    if (described.has(id) && !isUnknown)
      fillElement(cleaned, at, id === nothing ? content : undefined, end)
    // The elements in these, and in what was recorded live, follow.
    at = id === segment || id === info || isUnknown ? content : end
  }
  return cleaned
}

/** @param content of an element that is empty already, but for what a program has left there */
function fillElement(cleaned: Buffer, start: number, content: number | undefined, end: number) {
  if (content !== undefined) return void cleaned.fill(0, content, end)
  cleaned.fill(0, start, end)
  cleaned[start] = nothing
  const length = end - start
  if (length <= 9) cleaned[start + 1] = 0x80 | (length - 2)
  else {
    cleaned[start + 1] = 1
    cleaned.writeUIntBE(length - 9, start + 3, 6)
  }
}
